PRAGMA application_id=1145525281;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE about (
  name  TEXT PRIMARY KEY NOT NULL,  -- 'epoch': names this journal among all others; 'created': RFC 3339
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "about" VALUES('created','2026-11-30T13:58:48+00:00');
INSERT INTO "about" VALUES('epoch','fc33de50d13849d8a0812b3e8abfd057');
CREATE TABLE rows (
  seq     INTEGER PRIMARY KEY,  -- 1, 2, .. without a hole
  t_s     REAL    NOT NULL,     -- seconds of the hall, monotonic over all watches of the event
  wall_us INTEGER NOT NULL,     -- time of day: microseconds since 1970, UTC
  kind    TEXT    NOT NULL,     -- reading | ruling | note | shown
  form    TEXT    NOT NULL,     -- which fields the body has: dgt_monitor/journal/forms.py
  port    TEXT,                 -- of a reading: where it came from
  address INTEGER,              -- and from which board of a bus line
  board   TEXT,                 -- the board's name then, where it had one
  body    TEXT    NOT NULL,     -- a JSON list, the fields in their order
  chain   BLOB    NOT NULL      -- checksum of this row and of the chain before it
);
INSERT INTO "rows" VALUES(1,0.0,1796047128284638,'note','Session',NULL,NULL,NULL,'["0.1.0","3.40.1",0.0,"process 18624: journal_schema.py"]',X'28549071A0F689DC235EB3F6D3D961D2');
INSERT INTO "rows" VALUES(2,0.0,1796047128284717,'note','Known',NULL,NULL,NULL,'[{},null,false,[1.0,3.0,15.0,60.0,30.0,1.0],["fide-otb","FIDE Laws of Chess, over the board, in force from 1 January 2023","FIDE",["5.1.1","5.2.1","5.2.2","9.2.2","9.2.1","9.6.1","9.3.2","9.3.1","9.6.2","9.5.2","9.5.3","12.6","9.1.2.3","9.4","7.5.1","7.5.5","7.5.3, 7.5.4","A.5.4","6.8, 6.9","7.5.2","7.2.1","7.6","8.7"],["Stop the clocks, declare the draw.","Do not let the game go on.","Say nothing, do not approach.","Restore the position before it; in rapid and blitz with one arbiter for many games it stands unless both players agree, A.5.2."],true,3,5,false,50,75,true,"to_move","he moves","a pawn move or capture",2,2,2,false,[]],null,[null,"","",null,{},{},{}],null]',X'576639AE635108CE800E9197D579B6C1');
INSERT INTO "rows" VALUES(3,0.0,1796047128325363,'reading','LineUp','P01',NULL,NULL,'[]',X'6C744AD6EC7E9BCC5E45C5008EC3ABBF');
INSERT INTO "rows" VALUES(4,0.0,1796047128325566,'shown','board',NULL,NULL,'P01','[0.0,"P01","connected","P01",null,null,null,null,"board"]',X'8B34462783659B4279CAA2324D3BD2AB');
INSERT INTO "rows" VALUES(5,1.21384956600845556051e-02,1796047128325956,'reading','Identity','P01',NULL,'P01','["55816",null,null,null,null,null,null]',X'8751B72F83E4F0E05E20BBDE3BDE8A23');
INSERT INTO "rows" VALUES(6,1.21384956600845556051e-02,1796047128325997,'shown','board',NULL,NULL,'55816','[0.012138495660084556,"55816","identified","P01",null,"55816",null,null,"board"]',X'F7FB5538D3407E5CA3D07A5307583D48');
INSERT INTO "rows" VALUES(7,2.31432446426741537937e-02,1796047128326234,'reading','Identity','P01',NULL,'55816','[null,null,"1.08",null,null,null,null]',X'73311D71727362491B185E62F3EA4CF3');
INSERT INTO "rows" VALUES(8,2.31432446426741537937e-02,1796047128326254,'shown','board',NULL,NULL,'55816','[0.023143244642674154,"55816","identified","P01",null,"55816","1.08",null,"board"]',X'122B8DF7B11B5E271BD4891C7BA8A6F5');
INSERT INTO "rows" VALUES(9,4.13948971365109691378e-02,1796047128326451,'reading','Identity','P01',NULL,'55816','[null,"3000055816",null,null,null,null,null]',X'104C5B81FCA2DB9BAA050A2879A6920B');
INSERT INTO "rows" VALUES(10,4.13948971365109691378e-02,1796047128326483,'shown','board',NULL,NULL,'3000055816','[0.04139489713651097,"3000055816","identified","P01",null,"3000055816","1.08",null,"board"]',X'7C7DD6682030C063A2A20516C052599A');
INSERT INTO "rows" VALUES(11,7.36421371705216210035e-02,1796047128326916,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'C9823B9114FECEEFD546380A9CD37609');
INSERT INTO "rows" VALUES(12,1.4691370153858362979e-01,1796047128327287,'reading','BoardDump','P01',NULL,'3000055816','["RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"]',X'64D32304EA7CC7EB320563AE68A16C86');
INSERT INTO "rows" VALUES(13,1.4691370153858362979e-01,1796047128327524,'shown','game_start',NULL,NULL,'3000055816','[0.14691370153858363,"3000055816",1,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",false,false,null,null,"game_start"]',X'03AB238E0C27165E13FDF63FF3F4B4DC');
INSERT INTO "rows" VALUES(14,1.65794424910781224014e-01,1796047128327690,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'2A00C5AB003C189D25E215F1C218164F');
INSERT INTO "rows" VALUES(15,2.61830097179819698549e-01,1796047128327914,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'11921F16EB6B39D423B49DEA68E32E24');
INSERT INTO "rows" VALUES(16,6.38627001936334526277e+00,1796047128329094,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'AC119AAF42F0D1C2AC4C6EB751E9E319');
INSERT INTO "rows" VALUES(17,1.21224307610113744002e+01,1796047128329953,'reading','Clock','P01',NULL,'3000055816','[5430,5430,true,"left",true,false,false,false,false,false]',X'20B4B80DFCB15983E9BEBA49E7091BF2');
INSERT INTO "rows" VALUES(18,1.41224307610113708477e+01,1796047128330256,'ruling','Ruling',NULL,NULL,NULL,'[14.12243076101137,"arbiter","acknowledge","none/0","","","","",""]',X'D69B21D25E33F6224AEF0E61FB408C52');
INSERT INTO "rows" VALUES(19,9.55973977045707,1796047128330279,'reading','Identity','P01',NULL,'3000055816','["55816",null,null,null,null,null,null]',X'7A0343C3CC9CD4DA887B45029C62E987');
INSERT INTO "rows" VALUES(20,1.41224307610113708477e+01,1796047128330289,'note','End',NULL,NULL,NULL,'[]',X'2EDE8C57C73D01A08ADE1DE4262300C8');
INSERT INTO "rows" VALUES(21,1.41224307610113708477e+01,1796047128330314,'shown','summary',NULL,NULL,'3000055816','[14.12243076101137,"3000055816",1,[],[],"*",1,false,true,[],"summary"]',X'0B688234BE93277D6DB1353CD9100487');
COMMIT;
