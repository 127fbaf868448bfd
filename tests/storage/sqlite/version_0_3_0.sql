-- A file that version 0.3.0 has written (commit c36668f2, "The version is 0.3.0"), as sqlite3's iterdump gives it.
--
-- A script against that commit's own RulesService and Storage, on a clock that stands still between clicks, did this
-- and wrote what was in the file then:
-- * preferences of Anna and Ben, and somebody whom Anna blocks;
-- * table 1: a lobby of Rattus in German, with Anna, Ben, an option that was changed and an invitation for Cara;
-- * table 2: a game of Rattus with 9 random moves, a vote on its pace, a post with buttons and a note of Anna's;
-- * table 3: a game of Messina 1347 of three with 14 random moves;
-- * table 4: a game of Rattus, random moves to its end, and its results as they were asked for;
-- * an absence of Cara's, and Dave's wish for players in a server's list.
-- The next two lines are the header of the file, which a dump lacks.
PRAGMA application_id = 1296646483;
PRAGMA user_version = 19;
BEGIN TRANSACTION;
CREATE TABLE announcements (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    nonce    TEXT NOT NULL,
    created  INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at  INTEGER NOT NULL,
    done_at  INTEGER, tried INTEGER,
    UNIQUE (table_id, number)
) STRICT;
INSERT INTO "announcements" VALUES(1,1,1,0,'lobby','5175a3db3743b275',1795521600000,0,1795521600000,NULL,NULL);
INSERT INTO "announcements" VALUES(2,1,2,1,'lobby','59ce56ddaf967189',1795521600000,0,1795521600000,NULL,NULL);
INSERT INTO "announcements" VALUES(3,1,3,2,'lobby','78eecee5bf9acd4c',1795521600000,0,1795521600000,NULL,NULL);
INSERT INTO "announcements" VALUES(4,2,1,0,'lobby','7660c638bd4fc4e5',1795521600000,0,1795521600000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(5,2,2,1,'lobby','2e5eddb75f695b69',1795521600000,0,1795521600000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(6,2,5,0,'start','6deb542df6bf0458',1795521600000,0,1795521600000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(7,2,7,5,'turn','6db09c795df5a0da',1795522200000,0,1795522200000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(8,2,10,7,'turn','7de75af74c06cc31',1795523100000,0,1795523100000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(9,2,12,10,'turn','8bd30a5edae6281b',1795523700000,0,1795523700000,1795567800000,NULL);
INSERT INTO "announcements" VALUES(10,3,1,0,'lobby','6b37f07fb43feec7',1795524300000,0,1795524300000,NULL,NULL);
INSERT INTO "announcements" VALUES(11,3,2,1,'lobby','6f980616f0ffc317',1795524300000,0,1795524300000,NULL,NULL);
INSERT INTO "announcements" VALUES(12,3,3,2,'lobby','d40b1f1e4fe16ea8',1795524300000,0,1795524300000,NULL,NULL);
INSERT INTO "announcements" VALUES(13,3,7,0,'start','bcb44e9f8b85d218',1795524300000,0,1795524300000,NULL,NULL);
INSERT INTO "announcements" VALUES(14,3,10,7,'turn','f83d14340c45cc41',1795525200000,0,1795525200000,NULL,NULL);
INSERT INTO "announcements" VALUES(15,3,13,10,'turn','1c504af27ffb2029',1795526100000,0,1795526100000,NULL,NULL);
INSERT INTO "announcements" VALUES(16,3,17,13,'turn','3a2e5a2f45110110',1795527300000,0,1795527300000,NULL,NULL);
INSERT INTO "announcements" VALUES(17,3,21,17,'turn','fde0a913982941cf',1795528500000,0,1795528500000,NULL,NULL);
INSERT INTO "announcements" VALUES(18,4,1,0,'lobby','dadd65615002d4a5',1795528500000,0,1795528500000,NULL,NULL);
INSERT INTO "announcements" VALUES(19,4,2,1,'lobby','c7a3eecf4d906ba2',1795528500000,0,1795528500000,NULL,NULL);
INSERT INTO "announcements" VALUES(20,4,5,0,'start','8ca31774ca5490cf',1795528500000,0,1795528500000,NULL,NULL);
INSERT INTO "announcements" VALUES(21,4,7,5,'turn','88fbe3318f263b37',1795529100000,0,1795529100000,NULL,NULL);
INSERT INTO "announcements" VALUES(22,4,10,7,'turn','f4e167e254cfe97d',1795530000000,0,1795530000000,NULL,NULL);
INSERT INTO "announcements" VALUES(23,4,12,10,'turn','72705f5de9414191',1795530600000,0,1795530600000,NULL,NULL);
INSERT INTO "announcements" VALUES(24,4,17,12,'turn','17edeff3a95d7583',1795532100000,0,1795532100000,NULL,NULL);
INSERT INTO "announcements" VALUES(25,4,21,17,'turn','41928b2bb709e69f',1795533300000,0,1795533300000,NULL,NULL);
INSERT INTO "announcements" VALUES(26,4,27,21,'turn','7a2291d76896537b',1795535100000,0,1795535100000,NULL,NULL);
INSERT INTO "announcements" VALUES(27,4,31,27,'turn','3759b327e1b35185',1795536300000,0,1795536300000,NULL,NULL);
INSERT INTO "announcements" VALUES(28,4,38,31,'reveal','117a6812541468ed',1795538400000,0,1795538400000,NULL,NULL);
INSERT INTO "announcements" VALUES(29,4,39,31,'turn','f00c09ce37a5949e',1795538700000,0,1795538700000,NULL,NULL);
INSERT INTO "announcements" VALUES(30,4,46,39,'turn','2e8b1678cba7abb0',1795540800000,0,1795540800000,NULL,NULL);
INSERT INTO "announcements" VALUES(31,4,49,46,'reveal','22e22f85c9234bde',1795541700000,0,1795541700000,NULL,NULL);
INSERT INTO "announcements" VALUES(32,4,50,46,'turn','ccc291bd1f223c76',1795542000000,0,1795542000000,NULL,NULL);
INSERT INTO "announcements" VALUES(33,4,55,50,'turn','ac5d388515f69ba8',1795543500000,0,1795543500000,NULL,NULL);
INSERT INTO "announcements" VALUES(34,4,61,55,'reveal','7e2c9a146b0ddaa0',1795545300000,0,1795545300000,NULL,NULL);
INSERT INTO "announcements" VALUES(35,4,62,55,'turn','0d2f1b0377497545',1795545600000,0,1795545600000,NULL,NULL);
INSERT INTO "announcements" VALUES(36,4,70,62,'turn','e674385f79624ea7',1795548000000,0,1795548000000,NULL,NULL);
INSERT INTO "announcements" VALUES(37,4,73,70,'turn','3969f87085992606',1795548900000,0,1795548900000,NULL,NULL);
INSERT INTO "announcements" VALUES(38,4,77,73,'reveal','d6c8364c6af08ec1',1795550100000,0,1795550100000,NULL,NULL);
INSERT INTO "announcements" VALUES(39,4,78,73,'reveal','fffa627c6f2dade6',1795550400000,0,1795550400000,NULL,NULL);
INSERT INTO "announcements" VALUES(40,4,84,73,'turn','e6cbfd48765f13c1',1795552200000,0,1795552200000,NULL,NULL);
INSERT INTO "announcements" VALUES(41,4,86,84,'reveal','fb18a5568f270b98',1795552800000,0,1795552800000,NULL,NULL);
INSERT INTO "announcements" VALUES(42,4,87,84,'reveal','6c153b3421c302a9',1795553100000,0,1795553100000,NULL,NULL);
INSERT INTO "announcements" VALUES(43,4,91,84,'reveal','93552ab27738c4c5',1795554300000,0,1795554300000,NULL,NULL);
INSERT INTO "announcements" VALUES(44,4,92,84,'turn','c20b9adf1190a0fe',1795554600000,0,1795554600000,NULL,NULL);
INSERT INTO "announcements" VALUES(45,4,99,92,'reveal','d96e127eb88ad1ca',1795556700000,0,1795556700000,NULL,NULL);
INSERT INTO "announcements" VALUES(46,4,100,92,'turn','f146576696d01764',1795557000000,0,1795557000000,NULL,NULL);
INSERT INTO "announcements" VALUES(47,4,102,100,'reveal','206c129ffa355c3f',1795557600000,0,1795557600000,NULL,NULL);
INSERT INTO "announcements" VALUES(48,4,103,100,'reveal','ad6dd57471dc37d8',1795557900000,0,1795557900000,NULL,NULL);
INSERT INTO "announcements" VALUES(49,4,107,100,'turn','5805fa38a72cbc35',1795559100000,0,1795559100000,NULL,NULL);
INSERT INTO "announcements" VALUES(50,4,113,107,'turn','5c80138a2797b088',1795560900000,0,1795560900000,NULL,NULL);
INSERT INTO "announcements" VALUES(51,4,115,113,'reveal','399160244a14ee7e',1795561500000,0,1795561500000,NULL,NULL);
INSERT INTO "announcements" VALUES(52,4,116,113,'reveal','119bb68be2d1410b',1795561800000,0,1795561800000,NULL,NULL);
INSERT INTO "announcements" VALUES(53,4,123,113,'turn','0fad7b17fd45eb4d',1795563900000,0,1795563900000,NULL,NULL);
INSERT INTO "announcements" VALUES(54,4,129,123,'turn','d15918fa026d089a',1795565700000,0,1795565700000,NULL,NULL);
INSERT INTO "announcements" VALUES(55,4,131,129,'reveal','f2ce1dd746feb48f',1795566300000,0,1795566300000,NULL,NULL);
INSERT INTO "announcements" VALUES(56,4,132,129,'reveal','e2c80ba3a154e045',1795566600000,0,1795566600000,NULL,NULL);
INSERT INTO "announcements" VALUES(57,4,136,129,'over','7f923f2cbd967db3',1795567800000,0,1795567800000,NULL,NULL);
CREATE TABLE answers (
    table_id INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    player   INTEGER NOT NULL REFERENCES players (id),
    yes      INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, player),
    FOREIGN KEY (table_id, number) REFERENCES asks (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "answers" VALUES(2,15,1,1);
CREATE TABLE asks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,         -- of the line with which it was asked
    kind     TEXT NOT NULL,
    what     TEXT NOT NULL,            -- is asked, in the caller's own words
    seat     INTEGER,                  -- whom it is about
    player   INTEGER NOT NULL REFERENCES players (id), -- who asks
    opened   INTEGER NOT NULL,
    closes   INTEGER,                  -- when it is decided at the latest; NULL: that is not known yet
    ended    INTEGER,
    outcome  TEXT NOT NULL DEFAULT '', -- passed, failed, void
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "asks" VALUES(2,15,'pace','daily',NULL,1,1795567800000,1796172600000,NULL,'');
CREATE TABLE aways (
    id     INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    begins INTEGER NOT NULL,
    ends   INTEGER NOT NULL
, computer INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "aways" VALUES(1,4,1796345400000,1796604600000,0);
CREATE TABLE blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;
INSERT INTO "blocks" VALUES(1,3);
CREATE TABLE boards_asked_for (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    tried    INTEGER NOT NULL
) STRICT;
CREATE TABLE claims (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    until    INTEGER NOT NULL
) STRICT;
CREATE TABLE facts (
    name    TEXT PRIMARY KEY,
    holds   INTEGER NOT NULL,
    version TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE forgetting (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    due    INTEGER NOT NULL
) STRICT;
CREATE TABLE forgotten_seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    key      BLOB NOT NULL,
    digest   BLOB NOT NULL,
    PRIMARY KEY (table_id, seat, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    player   INTEGER NOT NULL REFERENCES players (id),
    until    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "invitations" VALUES(1,4,1795780800000);
CREATE TABLE lists (
    guild_id   INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    language   TEXT NOT NULL,
    nonce      TEXT NOT NULL,
    shown      TEXT NOT NULL DEFAULT '',
    next_at    INTEGER
) STRICT;
INSERT INTO "lists" VALUES(7,99,NULL,'pl','fb277a860136acd6','',1795567800000);
CREATE TABLE looking (
    guild_id INTEGER NOT NULL,
    player   INTEGER NOT NULL REFERENCES players (id),
    game     TEXT NOT NULL,
    counts   TEXT NOT NULL,
    pace     TEXT NOT NULL,
    until    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "looking" VALUES(7,5,'messina','3 4','daily',1796172600000);
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    player   INTEGER REFERENCES players (id),
    at       INTEGER NOT NULL,
    text     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,1,'open',0,1,1795521600000,'','');
INSERT INTO "moves" VALUES(1,2,'join',1,2,1795521600000,'','');
INSERT INTO "moves" VALUES(1,3,'invite',0,1,1795521600000,'4','');
INSERT INTO "moves" VALUES(2,1,'open',0,1,1795521600000,'','');
INSERT INTO "moves" VALUES(2,2,'join',1,2,1795521600000,'','');
INSERT INTO "moves" VALUES(2,3,'seat',0,1,1795521600000,'','');
INSERT INTO "moves" VALUES(2,4,'seat',1,2,1795521600000,'','');
INSERT INTO "moves" VALUES(2,5,'start',NULL,1,1795521600000,'','dd711bfb7e232a1f');
INSERT INTO "moves" VALUES(2,6,'move',1,2,1795521900000,'place hispania 2','a5ccb3808ddecab2');
INSERT INTO "moves" VALUES(2,7,'move',1,2,1795522200000,'end','9860cd3d9914665a');
INSERT INTO "moves" VALUES(2,8,'move',0,1,1795522500000,'place italia 2','6872c0e74f878e12');
INSERT INTO "moves" VALUES(2,9,'move',0,1,1795522800000,'place scandia 2','509405361082d3f1');
INSERT INTO "moves" VALUES(2,10,'move',0,1,1795523100000,'end','91c83900f07084ad');
INSERT INTO "moves" VALUES(2,11,'move',1,2,1795523400000,'place anglia 2','8c8a5504c8c8194f');
INSERT INTO "moves" VALUES(2,12,'move',1,2,1795523700000,'end','d7bd37da5e72664d');
INSERT INTO "moves" VALUES(2,13,'move',1,2,1795524000000,'place germania 1','a89bfe9a71e10302');
INSERT INTO "moves" VALUES(2,14,'move',1,2,1795524300000,'plague hispania','e5db27bb8feab545');
INSERT INTO "moves" VALUES(2,15,'ask',0,1,1795567800000,'pace daily','');
INSERT INTO "moves" VALUES(3,1,'open',0,1,1795524300000,'','');
INSERT INTO "moves" VALUES(3,2,'join',1,2,1795524300000,'','');
INSERT INTO "moves" VALUES(3,3,'join',2,4,1795524300000,'','');
INSERT INTO "moves" VALUES(3,4,'seat',0,4,1795524300000,'','');
INSERT INTO "moves" VALUES(3,5,'seat',1,1,1795524300000,'','');
INSERT INTO "moves" VALUES(3,6,'seat',2,2,1795524300000,'','');
INSERT INTO "moves" VALUES(3,7,'start',NULL,1,1795524300000,'','5ef921c26445c444');
INSERT INTO "moves" VALUES(3,8,'move',0,4,1795524600000,'go home h5','69e01a6d2ebf8008');
INSERT INTO "moves" VALUES(3,9,'move',0,4,1795524900000,'rescue craftsman cl2','2a5e6b5a4901c419');
INSERT INTO "moves" VALUES(3,10,'move',0,4,1795525200000,'end','f3ff9ebb555b93cb');
INSERT INTO "moves" VALUES(3,11,'move',1,1,1795525500000,'go home h1','3d97707d4c227d4d');
INSERT INTO "moves" VALUES(3,12,'move',1,1,1795525800000,'gild hut1','6386f236d5622eb1');
INSERT INTO "moves" VALUES(3,13,'move',1,1,1795526100000,'end','1394053750bcf043');
INSERT INTO "moves" VALUES(3,14,'move',2,2,1795526400000,'go home h2','a24ee91414600959');
INSERT INTO "moves" VALUES(3,15,'move',2,2,1795526700000,'rescue aristocrat ar3','2ce6bfe0356e0839');
INSERT INTO "moves" VALUES(3,16,'move',2,2,1795527000000,'act 1','910bc37f379c66f5');
INSERT INTO "moves" VALUES(3,17,'move',2,2,1795527300000,'end','c21ed5309252b64b');
INSERT INTO "moves" VALUES(3,18,'move',0,4,1795527600000,'go home h3','755d465aa49685c3');
INSERT INTO "moves" VALUES(3,19,'move',0,4,1795527900000,'rescue aristocrat ar2','74af0aba7dfaeaec');
INSERT INTO "moves" VALUES(3,20,'move',0,4,1795528200000,'act 1','9ed28283a5de04e3');
INSERT INTO "moves" VALUES(3,21,'move',0,4,1795528500000,'end','3100a3b4cbea3027');
INSERT INTO "moves" VALUES(3,22,'away',0,4,1795567800000,'1796345400 1796604600','');
INSERT INTO "moves" VALUES(4,1,'open',0,1,1795528500000,'','');
INSERT INTO "moves" VALUES(4,2,'join',1,2,1795528500000,'','');
INSERT INTO "moves" VALUES(4,3,'seat',0,1,1795528500000,'','');
INSERT INTO "moves" VALUES(4,4,'seat',1,2,1795528500000,'','');
INSERT INTO "moves" VALUES(4,5,'start',NULL,1,1795528500000,'','86c5cc0532466d3e');
INSERT INTO "moves" VALUES(4,6,'move',0,1,1795528800000,'place scandia 2','3028cb44d66f32bd');
INSERT INTO "moves" VALUES(4,7,'move',0,1,1795529100000,'end','65266f4032a56bc4');
INSERT INTO "moves" VALUES(4,8,'move',1,2,1795529400000,'place polonia 2','9d5f06305c7b2943');
INSERT INTO "moves" VALUES(4,9,'move',1,2,1795529700000,'place polonia 2','f52b7b6944088964');
INSERT INTO "moves" VALUES(4,10,'move',1,2,1795530000000,'end','11e96af4f814739f');
INSERT INTO "moves" VALUES(4,11,'move',0,1,1795530300000,'place germania 2','1f874b31fd4f5bca');
INSERT INTO "moves" VALUES(4,12,'move',0,1,1795530600000,'end','291b34e762aff6c2');
INSERT INTO "moves" VALUES(4,13,'move',0,1,1795530900000,'take monk','fcb277d5f57b3350');
INSERT INTO "moves" VALUES(4,14,'move',0,1,1795531200000,'monk anglia-a gallia','346fb4fe63b7b151');
INSERT INTO "moves" VALUES(4,15,'move',0,1,1795531500000,'plague germania','3fa32d57433dffa2');
INSERT INTO "moves" VALUES(4,16,'move',0,1,1795531800000,'spread gallia','2fb2b2bff7c43aa6');
INSERT INTO "moves" VALUES(4,17,'move',0,1,1795532100000,'reveal germania-a','d765dbfb0ceb8198');
INSERT INTO "moves" VALUES(4,18,'move',1,2,1795532400000,'plague gallia','1ea3b47bead031aa');
INSERT INTO "moves" VALUES(4,19,'move',1,2,1795532700000,'spread hispania','f5ea019aa85f9be9');
INSERT INTO "moves" VALUES(4,20,'move',1,2,1795533000000,'spread italia','b303d5539daa9781');
INSERT INTO "moves" VALUES(4,21,'move',1,2,1795533300000,'end','f8533308d33fdb90');
INSERT INTO "moves" VALUES(4,22,'move',0,1,1795533600000,'monk polonia-a scandia','0b682afd3f6e12d1');
INSERT INTO "moves" VALUES(4,23,'move',0,1,1795533900000,'place gallia 3','801426c56a546baf');
INSERT INTO "moves" VALUES(4,24,'move',0,1,1795534200000,'plague italia','ea26b7d9937a4ec0');
INSERT INTO "moves" VALUES(4,25,'move',0,1,1795534500000,'spread hungaria','878d08dea47241ec');
INSERT INTO "moves" VALUES(4,26,'move',0,1,1795534800000,'spread hispania','d59507818d4ccf6d');
INSERT INTO "moves" VALUES(4,27,'move',0,1,1795535100000,'end','16d837bf4fb9c745');
INSERT INTO "moves" VALUES(4,28,'move',1,2,1795535400000,'place scandia 2','4b20c9e08cef77f9');
INSERT INTO "moves" VALUES(4,29,'move',1,2,1795535700000,'take peasant','3d8cc5ff58d0d7da');
INSERT INTO "moves" VALUES(4,30,'move',1,2,1795536000000,'plague hispania','40b05a73b07c879e');
INSERT INTO "moves" VALUES(4,31,'move',1,2,1795536300000,'end','d8b3fddc861bb311');
INSERT INTO "moves" VALUES(4,32,'move',0,1,1795536600000,'monk italia-a germania','39c82b093d1f0f98');
INSERT INTO "moves" VALUES(4,33,'move',0,1,1795536900000,'place hungaria 2','6705b08ec3c39405');
INSERT INTO "moves" VALUES(4,34,'move',0,1,1795537200000,'take king','8f163277343951ea');
INSERT INTO "moves" VALUES(4,35,'move',0,1,1795537500000,'plague gallia','6b3aa5b38f2b751a');
INSERT INTO "moves" VALUES(4,36,'move',0,1,1795537800000,'spread italia','669b3e9582c35e99');
INSERT INTO "moves" VALUES(4,37,'move',0,1,1795538100000,'spread anglia','17d7d2185df413f8');
INSERT INTO "moves" VALUES(4,38,'move',0,1,1795538400000,'reveal gallia-c','426d086764ddc61b');
INSERT INTO "moves" VALUES(4,39,'move',0,1,1795538700000,'reveal gallia-b','bfd59ee08d3cf8c7');
INSERT INTO "moves" VALUES(4,40,'move',1,2,1795539000000,'place germania 2','fbc259f1dfb2060a');
INSERT INTO "moves" VALUES(4,41,'move',1,2,1795539300000,'take merchant','22aaa89b705697b5');
INSERT INTO "moves" VALUES(4,42,'move',1,2,1795539600000,'merchant germania gallia 1','fc8006b1aceb40a2');
INSERT INTO "moves" VALUES(4,43,'move',1,2,1795539900000,'plague italia','807e3ee1e3503021');
INSERT INTO "moves" VALUES(4,44,'move',1,2,1795540200000,'spread hungaria','7d92045fb0aeb2af');
INSERT INTO "moves" VALUES(4,45,'move',1,2,1795540500000,'spread germania','a205cc552c3726ec');
INSERT INTO "moves" VALUES(4,46,'move',1,2,1795540800000,'end','87b6b7176c75bd56');
INSERT INTO "moves" VALUES(4,47,'move',0,1,1795541100000,'monk hungaria-b germania','36f7a17f5e3fbc1b');
INSERT INTO "moves" VALUES(4,48,'move',0,1,1795541400000,'plague hungaria','3bace82d537d7efe');
INSERT INTO "moves" VALUES(4,49,'move',0,1,1795541700000,'reveal hungaria-a','856feff47f6aa2ee');
INSERT INTO "moves" VALUES(4,50,'move',0,1,1795542000000,'reveal hungaria-c','43a20a01f7a31c70');
INSERT INTO "moves" VALUES(4,51,'move',1,2,1795542300000,'merchant gallia anglia 1','5d6ff9a90193c6a7');
INSERT INTO "moves" VALUES(4,52,'move',1,2,1795542600000,'place italia 4','8bc6f0d68e9043e6');
INSERT INTO "moves" VALUES(4,53,'move',1,2,1795542900000,'plague polonia','e90b104c46659e50');
INSERT INTO "moves" VALUES(4,54,'move',1,2,1795543200000,'spread scandia','bcd71803f8fab3b0');
INSERT INTO "moves" VALUES(4,55,'move',1,2,1795543500000,'reveal polonia-a','f37c489e3c0b105a');
INSERT INTO "moves" VALUES(4,56,'move',0,1,1795543800000,'take knight','8c008e8b98a965ab');
INSERT INTO "moves" VALUES(4,57,'move',0,1,1795544100000,'plague germania','d344d175b2e351ee');
INSERT INTO "moves" VALUES(4,58,'move',0,1,1795544400000,'spread anglia','6587b76f6e8ee54c');
INSERT INTO "moves" VALUES(4,59,'move',0,1,1795544700000,'spread polonia','96a42b1fa3a4ed8c');
INSERT INTO "moves" VALUES(4,60,'move',0,1,1795545000000,'king gallia','d1be701af0b663a2');
INSERT INTO "moves" VALUES(4,61,'move',0,1,1795545300000,'reveal germania-b','a62be33d9a3a8866');
INSERT INTO "moves" VALUES(4,62,'move',0,1,1795545600000,'reveal germania-c','e5d0537b091f77ee');
INSERT INTO "moves" VALUES(4,63,'move',1,2,1795545900000,'merchant italia germania 3','dc54419d19131636');
INSERT INTO "moves" VALUES(4,64,'move',1,2,1795546200000,'place germania 1','c9e04c66a46db632');
INSERT INTO "moves" VALUES(4,65,'move',1,2,1795546500000,'take monk','dee6e53fc7fd3f74');
INSERT INTO "moves" VALUES(4,66,'move',1,2,1795546800000,'monk polonia-a hungaria','06bffb6ebf417975');
INSERT INTO "moves" VALUES(4,67,'move',1,2,1795547100000,'plague anglia','dc9cc744eb9b1b54');
INSERT INTO "moves" VALUES(4,68,'move',1,2,1795547400000,'spread gallia','022565adf73e2523');
INSERT INTO "moves" VALUES(4,69,'move',1,2,1795547700000,'spread gallia','60722fcbd342fcdf');
INSERT INTO "moves" VALUES(4,70,'move',1,2,1795548000000,'reveal anglia-a','ce14f88243e437e9');
INSERT INTO "moves" VALUES(4,71,'move',0,1,1795548300000,'place hungaria 2','4cc0043a9682c45b');
INSERT INTO "moves" VALUES(4,72,'move',0,1,1795548600000,'plague hispania','9a2500a49afbe53d');
INSERT INTO "moves" VALUES(4,73,'move',0,1,1795548900000,'end','a790af2ec7b05af4');
INSERT INTO "moves" VALUES(4,74,'move',1,2,1795549200000,'monk gallia-b germania','5a623f7ed3169771');
INSERT INTO "moves" VALUES(4,75,'move',1,2,1795549500000,'merchant polonia hungaria 1','de991304738466f9');
INSERT INTO "moves" VALUES(4,76,'move',1,2,1795549800000,'take witch','9d0605a29f87ee67');
INSERT INTO "moves" VALUES(4,77,'move',1,2,1795550100000,'witch scandia-c','f5a422f47053f7c4');
INSERT INTO "moves" VALUES(4,78,'move',1,2,1795550400000,'witch hispania-c','40689aa8ccdf5356');
INSERT INTO "moves" VALUES(4,79,'move',1,2,1795550700000,'keep','f774aba40d8f4776');
INSERT INTO "moves" VALUES(4,80,'move',1,2,1795551000000,'place polonia 1','4961fc19dd63755f');
INSERT INTO "moves" VALUES(4,81,'move',1,2,1795551300000,'plague gallia','56dbd47984489bb6');
INSERT INTO "moves" VALUES(4,82,'move',1,2,1795551600000,'spread germania','70375be15bef7cd0');
INSERT INTO "moves" VALUES(4,83,'move',1,2,1795551900000,'spread germania','589e151e5837b9d3');
INSERT INTO "moves" VALUES(4,84,'move',1,2,1795552200000,'end','1aa7e177964212f8');
INSERT INTO "moves" VALUES(4,85,'move',0,1,1795552500000,'take witch','37310347765dbf5b');
INSERT INTO "moves" VALUES(4,86,'move',0,1,1795552800000,'witch scandia-a','9ebfb6f413cd014e');
INSERT INTO "moves" VALUES(4,87,'move',0,1,1795553100000,'witch hungaria-a','f5f6e4113a343ed7');
INSERT INTO "moves" VALUES(4,88,'move',0,1,1795553400000,'keep','350b9f6f9ece9069');
INSERT INTO "moves" VALUES(4,89,'move',0,1,1795553700000,'plague italia','2ecdd1e6558b5573');
INSERT INTO "moves" VALUES(4,90,'move',0,1,1795554000000,'spread gallia','8a4b7c138447a421');
INSERT INTO "moves" VALUES(4,91,'move',0,1,1795554300000,'reveal italia-b','2b904fa316ed17a2');
INSERT INTO "moves" VALUES(4,92,'move',0,1,1795554600000,'reveal italia-c','54241f89b3c41626');
INSERT INTO "moves" VALUES(4,93,'move',1,2,1795554900000,'monk hispania-c italia','4e941b3ce9f6bfea');
INSERT INTO "moves" VALUES(4,94,'move',1,2,1795555200000,'merchant germania polonia 2','e754add6f5b4996a');
INSERT INTO "moves" VALUES(4,95,'move',1,2,1795555500000,'place hispania 3','d8b10e6583befaad');
INSERT INTO "moves" VALUES(4,96,'move',1,2,1795555800000,'plague germania','1e1d123d826330d3');
INSERT INTO "moves" VALUES(4,97,'move',1,2,1795556100000,'spread italia','540230a55181a4dc');
INSERT INTO "moves" VALUES(4,98,'move',1,2,1795556400000,'spread anglia','586a95dc4d88876b');
INSERT INTO "moves" VALUES(4,99,'move',1,2,1795556700000,'reveal germania-b','05105550ca76159a');
INSERT INTO "moves" VALUES(4,100,'move',1,2,1795557000000,'reveal germania-c','bfab35092febc04b');
INSERT INTO "moves" VALUES(4,101,'move',0,1,1795557300000,'take peasant','e8dfed1d07b6b84b');
INSERT INTO "moves" VALUES(4,102,'move',0,1,1795557600000,'witch italia-b','aaf4bc18af0cfe55');
INSERT INTO "moves" VALUES(4,103,'move',0,1,1795557900000,'witch italia-a','54b3cbb097ca1c15');
INSERT INTO "moves" VALUES(4,104,'move',0,1,1795558200000,'exchange','8bc06dd480ebe939');
INSERT INTO "moves" VALUES(4,105,'move',0,1,1795558500000,'place anglia 2','74425692b9a88085');
INSERT INTO "moves" VALUES(4,106,'move',0,1,1795558800000,'plague polonia','c979d716b0226dd3');
INSERT INTO "moves" VALUES(4,107,'move',0,1,1795559100000,'end','c87d39b245b00b51');
INSERT INTO "moves" VALUES(4,108,'move',1,2,1795559400000,'monk scandia-c germania','e440e73e9d01c7cf');
INSERT INTO "moves" VALUES(4,109,'move',1,2,1795559700000,'merchant scandia anglia 2','0e63643a77361c87');
INSERT INTO "moves" VALUES(4,110,'move',1,2,1795560000000,'place gallia 3','495627409265a9d5');
INSERT INTO "moves" VALUES(4,111,'move',1,2,1795560300000,'plague germania','35693e334f2ca752');
INSERT INTO "moves" VALUES(4,112,'move',1,2,1795560600000,'spread polonia','0173304b9cdc6407');
INSERT INTO "moves" VALUES(4,113,'move',1,2,1795560900000,'reveal germania-a','2e5a637ea5ecc0a4');
INSERT INTO "moves" VALUES(4,114,'move',0,1,1795561200000,'take merchant','374cd43659232c9c');
INSERT INTO "moves" VALUES(4,115,'move',0,1,1795561500000,'witch gallia-a','c64f1fe425378bdf');
INSERT INTO "moves" VALUES(4,116,'move',0,1,1795561800000,'witch anglia-a','2470391cb1701309');
INSERT INTO "moves" VALUES(4,117,'move',0,1,1795562100000,'exchange','6e074db1fa5124be');
INSERT INTO "moves" VALUES(4,118,'move',0,1,1795562400000,'merchant hungaria germania 3','a5fe5b7dcc8820e7');
INSERT INTO "moves" VALUES(4,119,'move',0,1,1795562700000,'place hungaria 4','77f1922b445d511b');
INSERT INTO "moves" VALUES(4,120,'move',0,1,1795563000000,'plague scandia','702592596f66606f');
INSERT INTO "moves" VALUES(4,121,'move',0,1,1795563300000,'spread germania','f095616fd71bbce6');
INSERT INTO "moves" VALUES(4,122,'move',0,1,1795563600000,'spread polonia','979a7c663993560a');
INSERT INTO "moves" VALUES(4,123,'move',0,1,1795563900000,'reveal scandia-b','86ca5afbcaf642db');
INSERT INTO "moves" VALUES(4,124,'move',1,2,1795564200000,'monk gallia-b hispania','45f647410ff902cd');
INSERT INTO "moves" VALUES(4,125,'move',1,2,1795564500000,'take knight','47f69ca113ab7d57');
INSERT INTO "moves" VALUES(4,126,'move',1,2,1795564800000,'place italia 2','27f46285e316ba8b');
INSERT INTO "moves" VALUES(4,127,'move',1,2,1795565100000,'plague gallia','604b1ba00630c802');
INSERT INTO "moves" VALUES(4,128,'move',1,2,1795565400000,'spread germania','8600176b0e8fc5c6');
INSERT INTO "moves" VALUES(4,129,'move',1,2,1795565700000,'reveal gallia-a','3683a2eec796cd20');
INSERT INTO "moves" VALUES(4,130,'move',0,1,1795566000000,'merchant germania anglia 3','ba2bf2dfcedd53d3');
INSERT INTO "moves" VALUES(4,131,'move',0,1,1795566300000,'witch hispania-b','b82a4c08aaf02147');
INSERT INTO "moves" VALUES(4,132,'move',0,1,1795566600000,'witch germania-a','69d65ed3bbce6a6a');
INSERT INTO "moves" VALUES(4,133,'move',0,1,1795566900000,'exchange','6ee510a92ef174d2');
INSERT INTO "moves" VALUES(4,134,'move',0,1,1795567200000,'peasant germania','a09827bd2f2a4901');
INSERT INTO "moves" VALUES(4,135,'move',0,1,1795567500000,'king scandia','1e4c1f89bd3e00e2');
INSERT INTO "moves" VALUES(4,136,'move',0,1,1795567800000,'end','915e1def9cfe2bd4');
CREATE TABLE notes (
    player   INTEGER NOT NULL REFERENCES players (id),
    table_id INTEGER NOT NULL REFERENCES tables (id),
    text     TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "notes" VALUES(1,2,'Keep the knight for the end.');
CREATE TABLE "notices" (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player     INTEGER NOT NULL REFERENCES players (id),
    kind       TEXT NOT NULL,
    table_id   INTEGER REFERENCES tables (id), -- NULL: it is about all of theirs
    seat       INTEGER,
    number     INTEGER NOT NULL,          -- of the line with which the wait began; else what the kind counts by
    count      INTEGER NOT NULL DEFAULT 0,-- the how manieth of its kind in this wait
    by         INTEGER REFERENCES players (id), -- whoever wanted it to be sent
    not_before INTEGER NOT NULL,
    nonce      TEXT NOT NULL,
    begun      INTEGER,                   -- when it was first sent
    done       INTEGER,                   -- when it was there, or need not be any more
    outcome    TEXT NOT NULL DEFAULT '',  -- sent, merged (into another), refused, moot
    channel_id INTEGER,                   -- of its message, as long as that is there
    message_id INTEGER
) STRICT;
INSERT INTO "notices" VALUES(1,4,'invite',1,NULL,3,0,1,1795521600000,'b437f586bc1d75ea',NULL,NULL,'',NULL,NULL);
INSERT INTO "notices" VALUES(2,4,'back',NULL,NULL,1796345400,0,NULL,1796604600000,'a3b96ae582516a0b',NULL,NULL,'',NULL,NULL);
INSERT INTO "notices" VALUES(3,2,'ask',2,1,15,0,NULL,1795567800000,'1a79d08540e415a1',NULL,NULL,'',NULL,NULL);
CREATE TABLE pings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,         -- the log number with which the turn began
    seat     INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, seat, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO "pings" VALUES(2,12,1,'turn',1795567800000);
CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    user_id INTEGER UNIQUE,            -- NULL: asked to be forgotten
    name    TEXT NOT NULL
, computer INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "players" VALUES(1,101,'Anna',0);
INSERT INTO "players" VALUES(2,102,'Ben',0);
INSERT INTO "players" VALUES(3,105,'',0);
INSERT INTO "players" VALUES(4,103,'Cara',0);
INSERT INTO "players" VALUES(5,104,'Dave',0);
CREATE TABLE posts (
    message_id INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    channel_id INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    live       INTEGER NOT NULL,
    since      INTEGER NOT NULL
, body TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "posts" VALUES(500,2,12,12,'turn',1,0,'A board');
CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES players (id),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "preferences" VALUES(1,'quiet','22-7');
INSERT INTO "preferences" VALUES(1,'zone','Europe/Budapest');
INSERT INTO "preferences" VALUES(2,'colour','red');
CREATE TABLE redraws (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    at       INTEGER NOT NULL
) STRICT;
INSERT INTO "redraws" VALUES(2,1795567800000);
INSERT INTO "redraws" VALUES(3,1795567800000);
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    answers  TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(4,0,8,2,'[600,600,1500,1800,2400,1200,2100,900,2400,2100,3000,2100]');
INSERT INTO "results" VALUES(4,1,14,1,'[900,1200,1200,2100,1500,2400,3300,2400,1800,1800]');
CREATE TABLE "seats" (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    vacant    INTEGER NOT NULL,
    freed     INTEGER NOT NULL DEFAULT 0,
    due_since INTEGER,
    acted     INTEGER, moved INTEGER NOT NULL DEFAULT 0, due_number INTEGER, next_at INTEGER, warned INTEGER, more INTEGER NOT NULL DEFAULT 0, ending INTEGER NOT NULL DEFAULT 0, pace TEXT NOT NULL DEFAULT '', late INTEGER, final INTEGER, heres INTEGER NOT NULL DEFAULT 0, gone INTEGER, colour INTEGER, computer TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,1,0,0,NULL,1795521600000,0,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(1,1,2,0,0,NULL,1795521600000,0,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(2,0,1,0,0,NULL,1795523100000,1,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(2,1,2,0,0,1795523700000,1795524300000,1,12,1795696500000,NULL,0,0,'',NULL,NULL,0,NULL,0,'');
INSERT INTO "seats" VALUES(3,0,4,0,0,NULL,1795528500000,1,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(3,1,1,0,0,1795528500000,1795526100000,1,21,1795701300000,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(3,2,2,0,0,NULL,1795527300000,1,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,0,'');
INSERT INTO "seats" VALUES(4,0,1,0,0,NULL,1795567800000,1,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,NULL,'');
INSERT INTO "seats" VALUES(4,1,2,0,0,NULL,1795565700000,1,NULL,NULL,NULL,0,0,'',NULL,NULL,0,NULL,0,'');
CREATE TABLE stops (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER REFERENCES tables (id),
    player   INTEGER REFERENCES players (id),
    begins   INTEGER NOT NULL,
    ends     INTEGER NOT NULL,
    why      TEXT NOT NULL             -- outage, rest, away
) STRICT;
INSERT INTO "stops" VALUES(1,NULL,4,1796345400000,1796604600000,'away');
CREATE TABLE tables (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        TEXT NOT NULL,
    status      TEXT NOT NULL DEFAULT 'lobby' CHECK (status IN ('lobby', 'running', 'over', 'cancelled')),
    channel_id  INTEGER NOT NULL,
    guild_id    INTEGER,
    parent_id   INTEGER,
    host        INTEGER NOT NULL REFERENCES players (id),
    seed        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    options     TEXT NOT NULL,
    language    TEXT NOT NULL,
    number      INTEGER NOT NULL,      -- of the last line of the log
    played      INTEGER NOT NULL DEFAULT 0,
    told        INTEGER NOT NULL DEFAULT 0,
    opened      INTEGER NOT NULL,
    started     INTEGER,
    ended       INTEGER
, closer INTEGER REFERENCES players (id), next_at INTEGER, asleep INTEGER, kept INTEGER, drowsy INTEGER) STRICT;
INSERT INTO "tables" VALUES(1,'rattus','lobby',11,7,NULL,1,'2cba868437428cf394f82d936b5704cb','66d9d39bee300cf9e0f2e5ca1d69a34b49cb56c59d1ab53eda7daf6a3b44545c','{"cards":"base","late_abilities":"on","start":"lot","confirm":"on","pace":"relaxed","seating":"lot","entry":"anybody","take_back":"ask","hints":"alone","picture":"tall","size":"normal","contrast":"normal","colours":"usual","areas":"automatic","hexes":"full"}','de',3,0,0,1795521600000,NULL,NULL,NULL,1795780800000,NULL,1795521600000,NULL);
INSERT INTO "tables" VALUES(2,'rattus','running',12,7,NULL,1,'68cb59f09a1ce0ef8f5c51d2a3e21c2e','4c992cb1d831205bf97ed9102764938de1ffef3ef9f5137017d874520257e675','{"cards":"base","late_abilities":"on","start":"lot","confirm":"on","pace":"relaxed","seating":"lot","entry":"anybody","take_back":"ask","hints":"alone","picture":"tall","size":"normal","contrast":"normal","colours":"usual","areas":"automatic","hexes":"full"}','en',15,14,12,1795521600000,1795521600000,NULL,NULL,1797510900000,NULL,1795521600000,NULL);
INSERT INTO "tables" VALUES(3,'messina','running',13,7,NULL,1,'213ebd4a34091b8f2abd59447d78745e','09ab97386a65048ea94590c5456e30cf543f4fb356817ea0ea79cea03ac18639','{"variant":"standard","deal":"random","priority_tile":"off","confirm":"on","big_fire":"clarified","round4_order":"score_order","popularity_third":"3","restack_duty":"any","restack_token_coin":"yes","new_hex_start":"tile","win_tiebreak_2":"best","recall_from_home":"stuck","recall_action_step":"no","workshop_moves":"own","payment_inside_benefit":"no","solo_bonus_scope":"every","solo_reshuffle":"round","pace":"relaxed","seating":"lot","entry":"anybody","take_back":"ask","hints":"alone","picture":"tall","size":"normal","contrast":"normal","colours":"usual","areas":"automatic","hexes":"full"}','en',22,21,21,1795524300000,1795524300000,NULL,NULL,1797515700000,NULL,1795524300000,NULL);
INSERT INTO "tables" VALUES(4,'rattus','over',14,7,NULL,1,'f4101b56bd06a0bf362cb84f001a4f73','8d2f30068bb51e2f734ee1e699e061185f98f3d8de61e5e6191c1700aa286b69','{"cards":"base","late_abilities":"on","start":"lot","confirm":"on","pace":"relaxed","seating":"lot","entry":"anybody","take_back":"ask","hints":"alone","picture":"tall","size":"normal","contrast":"normal","colours":"usual","areas":"automatic","hexes":"full"}','en',136,136,136,1795528500000,1795528500000,1795567800000,NULL,NULL,NULL,1795528500000,NULL);
CREATE INDEX tables_of_a_channel ON tables (channel_id);
CREATE TRIGGER moves_are_not_changed BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE (ABORT, 'a line of a log never changes');
END;
CREATE TRIGGER moves_are_not_deleted BEFORE DELETE ON moves
BEGIN
    SELECT RAISE (ABORT, 'a line of a log is never deleted');
END;
CREATE INDEX announcements_to_do ON announcements (table_id, number) WHERE done_at IS NULL;
CREATE INDEX posts_of_a_table ON posts (table_id, live);
CREATE INDEX interactions_by_age ON interactions (at);
CREATE INDEX open_tables_of_a_guild ON tables (guild_id, status) WHERE status IN ('lobby', 'running');
CREATE INDEX live_posts ON posts (table_id) WHERE live = 1;
CREATE INDEX seats_of_a_player ON seats (player);
CREATE INDEX waits_to_see_to ON seats (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX moves_of_a_player ON moves (player, at);
CREATE INDEX notes_of_a_table ON notes (table_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE INDEX tables_that_are_over ON tables (id) WHERE status = 'over';
CREATE INDEX stops_of_all ON stops (ends) WHERE table_id IS NULL AND player IS NULL;
CREATE INDEX stops_of_a_table ON stops (table_id, ends) WHERE table_id IS NOT NULL;
CREATE INDEX stops_of_a_player ON stops (player, ends) WHERE player IS NOT NULL;
CREATE INDEX redraws_to_do ON redraws (at);
CREATE INDEX tables_to_see_to ON tables (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX asks_to_close ON asks (closes) WHERE ended IS NULL AND closes IS NOT NULL;
CREATE UNIQUE INDEX one_notice_of_a_kind ON notices
    (player, kind, coalesce(table_id, 0), coalesce(seat, -1), number, count);
CREATE INDEX notices_to_send ON notices (not_before) WHERE done IS NULL;
CREATE INDEX notices_in_channels ON notices (table_id, seat) WHERE message_id IS NOT NULL;
CREATE INDEX notices_of_a_player ON notices (player, done);
CREATE INDEX notices_of_a_table ON notices (table_id, number, seat);
CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel_id)
    WHERE status IN ('lobby', 'running') AND asleep IS NULL;
CREATE INDEX aways_of_a_player ON aways (player, ends);
CREATE INDEX invitations_of_a_player ON invitations (player);
CREATE INDEX looking_of_a_player ON looking (player);
CREATE INDEX lists_to_be_shown ON lists (next_at) WHERE next_at IS NOT NULL;
CREATE UNIQUE INDEX one_computer_player_of_a_name ON players (name) WHERE computer = 1;
CREATE INDEX seats_of_computers ON seats (due_since) WHERE computer <> '';
CREATE INDEX aways_with_computers ON aways (ends) WHERE computer = 1;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notices',3);
INSERT INTO "sqlite_sequence" VALUES('tables',4);
INSERT INTO "sqlite_sequence" VALUES('announcements',57);
COMMIT;
