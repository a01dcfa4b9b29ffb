PRAGMA application_id=1145525281;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE about (
  name  TEXT PRIMARY KEY NOT NULL,  -- 'epoch': names this journal among all others; 'created': RFC 3339
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "about" VALUES('created','2026-11-30T13:44:26+00:00');
INSERT INTO "about" VALUES('epoch','915894ed85a3e8dac3c340379e260a4a');
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
INSERT INTO "rows" VALUES(1,0.0,1796046266668096,'note','Session',NULL,NULL,NULL,'["0.1.0","3.40.1",0.0,"process 9220: journal_schema.py"]',X'F9CACC154177723700D013D968122FB6');
INSERT INTO "rows" VALUES(2,0.0,1796046266668175,'note','Known',NULL,NULL,NULL,'[{},null,false,[1.0,3.0,15.0,60.0,30.0,1.0],["fide-otb","FIDE Laws of Chess, over the board, in force from 1 January 2023","FIDE",["5.1.1","5.2.1","5.2.2","9.2.2","9.2.1","9.6.1","9.3.2","9.3.1","9.6.2","9.5.2","9.5.3","12.6","7.5.1","7.5.5","7.5.2","7.2.1","7.6","8.7"],["Stop the clocks, declare the draw.","Do not let the game go on.","Say nothing, do not approach.","Restore the position before it; in rapid and blitz with one arbiter for many games it stands unless both players agree, A.5.2."],true,3,5,false,50,75,true,"to_move","he moves","a pawn move or capture",2,2,2,false,[]],null,[null,"","",null,{},{},{}]]',X'99596DC257A3E5691D1F5FEBD595F1F9');
INSERT INTO "rows" VALUES(3,0.0,1796046266709744,'reading','LineUp','P01',NULL,NULL,'[]',X'9E8DD3EE708F9EADDFF76F2D6633F6A1');
INSERT INTO "rows" VALUES(4,0.0,1796046266709945,'shown','board',NULL,NULL,'P01','[0.0,"P01","connected","P01",null,null,null,null,"board"]',X'AF490358E373CD2E70412172880B41DF');
INSERT INTO "rows" VALUES(5,1.21384956600845556051e-02,1796046266710332,'reading','Identity','P01',NULL,'P01','["55816",null,null,null,null,null,null]',X'F92060D0308ED23C36566C7B2C4DC380');
INSERT INTO "rows" VALUES(6,1.21384956600845556051e-02,1796046266710372,'shown','board',NULL,NULL,'55816','[0.012138495660084556,"55816","identified","P01",null,"55816",null,null,"board"]',X'AC94E6EBF9F033C797BBA432276B62B9');
INSERT INTO "rows" VALUES(7,2.31432446426741537937e-02,1796046266710613,'reading','Identity','P01',NULL,'55816','[null,null,"1.08",null,null,null,null]',X'68BED85712402E002E64C9EC05CEC4F1');
INSERT INTO "rows" VALUES(8,2.31432446426741537937e-02,1796046266710633,'shown','board',NULL,NULL,'55816','[0.023143244642674154,"55816","identified","P01",null,"55816","1.08",null,"board"]',X'E276AF44ED9D5CC2B613F19C0C25AA7D');
INSERT INTO "rows" VALUES(9,4.13948971365109691378e-02,1796046266710828,'reading','Identity','P01',NULL,'55816','[null,"3000055816",null,null,null,null,null]',X'F31BCCFABC47DC367DC6C03E1F22CD45');
INSERT INTO "rows" VALUES(10,4.13948971365109691378e-02,1796046266710865,'shown','board',NULL,NULL,'3000055816','[0.04139489713651097,"3000055816","identified","P01",null,"3000055816","1.08",null,"board"]',X'B1F8D62D68371F6DC4E1FA224E9F97E4');
INSERT INTO "rows" VALUES(11,7.36421371705216210035e-02,1796046266711296,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false]',X'BCBE39C1403141EF256463D5B58C7938');
INSERT INTO "rows" VALUES(12,1.4691370153858362979e-01,1796046266711671,'reading','BoardDump','P01',NULL,'3000055816','["RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"]',X'4996C17A7CDB70254CF081BFC0DDE6F9');
INSERT INTO "rows" VALUES(13,1.4691370153858362979e-01,1796046266711917,'shown','game_start',NULL,NULL,'3000055816','[0.14691370153858363,"3000055816",1,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",false,false,null,null,"game_start"]',X'9E1D6B9F7B8D275F01726038AEF14A0A');
INSERT INTO "rows" VALUES(14,1.65794424910781224014e-01,1796046266712083,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false]',X'6F4DEBAD14740A912A2EDA402AA8D5AC');
INSERT INTO "rows" VALUES(15,2.61830097179819698549e-01,1796046266712306,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false]',X'E900F7E3BD7EE62D105037B7AD9CC390');
INSERT INTO "rows" VALUES(16,6.38627001936334526277e+00,1796046266713496,'reading','Clock','P01',NULL,'3000055816','[5430,5430,false,"left",true,false,false,false]',X'9B124F62AA645F3806504AB93C916323');
INSERT INTO "rows" VALUES(17,1.21224307610113744002e+01,1796046266714362,'reading','Clock','P01',NULL,'3000055816','[5430,5430,true,"left",true,false,false,false]',X'4E2F6ED9191A3D16C4989A50FF2531C7');
INSERT INTO "rows" VALUES(18,1.41224307610113708477e+01,1796046266714751,'ruling','Ruling',NULL,NULL,NULL,'[14.12243076101137,"arbiter","acknowledge","none/0"]',X'396963D1394D38D68CE38E998A3DE0DC');
INSERT INTO "rows" VALUES(19,9.55973977045707,1796046266714773,'reading','Identity','P01',NULL,'3000055816','["55816",null,null,null,null,null,null]',X'F7E62C75541A9E4CE0F9FCE7F9B15283');
INSERT INTO "rows" VALUES(20,1.41224307610113708477e+01,1796046266714782,'note','End',NULL,NULL,NULL,'[]',X'02E75FFC3155419DCBC82B0CD3DC959C');
INSERT INTO "rows" VALUES(21,1.41224307610113708477e+01,1796046266714806,'shown','summary',NULL,NULL,'3000055816','[14.12243076101137,"3000055816",1,[],[],"*",1,false,true,[],"summary"]',X'CC3419D91DA3676263E07FD3766DE258');
COMMIT;
