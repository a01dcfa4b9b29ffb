PRAGMA application_id=1145525281;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE about (
  name  TEXT PRIMARY KEY NOT NULL,  -- 'epoch': names this journal among all others; 'created': RFC 3339
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "about" VALUES('created','2026-11-30T14:01:03+00:00');
INSERT INTO "about" VALUES('epoch','cd38d6f65c3bda15b7ccb0b03f9958aa');
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
INSERT INTO "rows" VALUES(1,0.0,1796047263129649,'note','Session',NULL,NULL,NULL,'["0.1.0","3.40.1",0.0,"process 23431: journal_schema.py"]',X'D95228C018A21D82BE2F37B14D785349');
INSERT INTO "rows" VALUES(2,0.0,1796047263129738,'note','Known',NULL,NULL,NULL,'[{},null,false,[1.0,3.0,15.0,60.0,30.0,1.0],["fide-otb","FIDE Laws of Chess, over the board, in force from 1 January 2023","FIDE",["5.1.1","5.2.1","5.2.2","9.2.2","9.2.1","9.6.1","9.3.2","9.3.1","9.6.2","9.5.2","9.5.3","12.6","9.1.2.3","9.4","7.5.1","7.5.5","7.5.3, 7.5.4","A.5.4","6.8, 6.9","6.9","7.5.2","7.2.1","7.6","8.7"],["Stop the clocks, declare the draw.","Do not let the game go on.","Say nothing, do not approach.","Restore the position before it; in rapid and blitz with one arbiter for many games it stands unless both players agree, A.5.2."],true,3,5,false,50,75,true,"to_move","he moves","a pawn move or capture",2,2,2,false,[]],null,[null,"","",null,{},{},{}],null]',X'5DD67F52C40325EF221523FE3CA9016E');
INSERT INTO "rows" VALUES(3,0.0,1796047263207063,'reading','LineUp','P01',NULL,NULL,'[]',X'3799800B320F7FF7BAEDAECFAD51A640');
INSERT INTO "rows" VALUES(4,0.0,1796047263207317,'shown','board',NULL,NULL,'P01','[0.0,"P01","connected","P01",null,null,null,null,"board"]',X'EA8FFDBA36D6662251B77C27673387C1');
INSERT INTO "rows" VALUES(5,1.21384956600845556051e-02,1796047263207709,'reading','Identity','P01',NULL,'P01','["55816",null,null,null,null,null,null]',X'1CB92972D7038816163402337B75CEF9');
INSERT INTO "rows" VALUES(6,1.21384956600845556051e-02,1796047263207749,'shown','board',NULL,NULL,'55816','[0.012138495660084556,"55816","identified","P01",null,"55816",null,null,"board"]',X'B4A5437A1869C342C3D046A841607F1E');
INSERT INTO "rows" VALUES(7,2.31432446426741537937e-02,1796047263207990,'reading','Identity','P01',NULL,'55816','[null,null,"1.08",null,null,null,null]',X'AFA02DF9E435EF05B8618A39CD5E3751');
INSERT INTO "rows" VALUES(8,2.31432446426741537937e-02,1796047263208011,'shown','board',NULL,NULL,'55816','[0.023143244642674154,"55816","identified","P01",null,"55816","1.08",null,"board"]',X'43C9185066927905D3D21802835D401E');
INSERT INTO "rows" VALUES(9,4.13948971365109691378e-02,1796047263208215,'reading','Identity','P01',NULL,'55816','[null,"3000055816",null,null,null,null,null]',X'DFB9F1F0E45E95AE907B077C9AF2974E');
INSERT INTO "rows" VALUES(10,4.13948971365109691378e-02,1796047263208250,'shown','board',NULL,NULL,'3000055816','[0.04139489713651097,"3000055816","identified","P01",null,"3000055816","1.08",null,"board"]',X'C582691FA97C66A56326A082E1CE3812');
INSERT INTO "rows" VALUES(11,7.36421371705216210035e-02,1796047263208684,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'414615BB4239FBB106B4DE1EBAFF9308');
INSERT INTO "rows" VALUES(12,1.4691370153858362979e-01,1796047263211255,'reading','BoardDump','P01',NULL,'3000055816','["RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"]',X'0C55BC872B15C27BD91FD0E9B303165C');
INSERT INTO "rows" VALUES(13,1.4691370153858362979e-01,1796047263211555,'shown','game_start',NULL,NULL,'3000055816','[0.14691370153858363,"3000055816",1,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",false,false,null,null,"game_start"]',X'5C5F41A911D5343F00E82BDC9F5B94FE');
INSERT INTO "rows" VALUES(14,1.65794424910781224014e-01,1796047263211758,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'5C44ACA7907570EBC977ABEBE8DC3947');
INSERT INTO "rows" VALUES(15,2.61830097179819698549e-01,1796047263212005,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'F18489E320367CDA98C710B6259ED145');
INSERT INTO "rows" VALUES(16,6.38627001936334526277e+00,1796047263213480,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false,false,false]',X'0B212CADD30FAE05DA91DF8DD44C9D93');
INSERT INTO "rows" VALUES(17,1.21224307610113744002e+01,1796047263214380,'reading','Clock','P01',NULL,'3000055816','[5430,5430,true,"left",true,false,false,false,false,false]',X'187226A1909C00D0F4E8843AEEF78D85');
INSERT INTO "rows" VALUES(18,1.41224307610113708477e+01,1796047263214697,'ruling','Ruling',NULL,NULL,NULL,'[14.12243076101137,"arbiter","acknowledge","none/0","","","","",""]',X'771D1E7A8BB126A1CC55334D977BA84F');
INSERT INTO "rows" VALUES(19,9.55973977045707,1796047263214731,'reading','Identity','P01',NULL,'3000055816','["55816",null,null,null,null,null,null]',X'AC0DEF4F6FD1D949C712116A7D1EC303');
INSERT INTO "rows" VALUES(20,1.41224307610113708477e+01,1796047263214740,'note','End',NULL,NULL,NULL,'[]',X'487E55195B1A2341C2B330F4B4657F8A');
INSERT INTO "rows" VALUES(21,1.41224307610113708477e+01,1796047263214775,'shown','summary',NULL,NULL,'3000055816','[14.12243076101137,"3000055816",1,[],[],"*",1,false,true,[],"summary"]',X'1DFECCA241F2DDB7CD69EB780CC19D2A');
COMMIT;
