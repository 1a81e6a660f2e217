//! What files are, as somebody who looks at them would say: made files in the layouts and languages of many systems.

use super::*;

/// A column of the table, and that of the file which fills it.
type Columns = &'static [(&'static str, &'static str)];

/// Files that are looked at together, and what they are.
struct Case {
    files: &'static [(&'static str, &'static str)],
    /// File, table or `ignore`, and the columns that matter.
    wanted: &'static [(&'static str, &'static str, Columns)],
}

const CASES: &[Case] = &[
    Case {
        files: &[("people.csv", "Loyalty Number,Card,Enrolled On\n100018,Star,2016-02-01\n100102,Nova,2016-03-01\n")],
        wanted: &[(
            "people.csv",
            "members",
            &[("member_id", "Loyalty Number"), ("tier_id", "Card"), ("eligible_on", "Enrolled On")],
        )],
    },
    Case {
        files: &[(
            "purchases.csv",
            "household_id,product_id,quantity,sales_value,day\n900,1095275,1,0.50,2017-01-01\n901,9878513,1,0.99,2017-01-01\n",
        )],
        wanted: &[(
            "purchases.csv",
            "partner_transactions",
            &[
                ("member_id", "household_id"),
                ("offer_id", "product_id"),
                ("redemptions", "quantity"),
                ("sales", "sales_value"),
                ("transacted_on", "day"),
            ],
        )],
    },
    Case {
        files: &[("events.csv", "person,event,time\n78afa,offer viewed,0\n78afb,offer viewed,6\n")],
        wanted: &[(
            "events.csv",
            "offer_interactions",
            &[("member_id", "person"), ("kind", "event"), ("occurred_at", "time")],
        )],
    },
    Case {
        files: &[(
            "ratings.csv",
            "id,email_address,member_rating,timestamp_opt\n1,ann@example.org,2,2020-04-17 16:31:41\n2,bob@example.org,4,2020-04-18 16:31:41\n",
        )],
        wanted: &[(
            "ratings.csv",
            "members",
            &[("member_id", "email_address"), ("tier_id", "member_rating"), ("eligible_on", "timestamp_opt")],
        )],
    },
    Case {
        files: &[(
            "Kundenstamm.csv",
            "Kundennummer;Anrede;Vorname;PLZ;Kartenstufe;Eintrittsdatum\nK1;Frau;Ute;80331;Gold;03.02.2020\nK2;Herr;Uwe;10115;Silber;14.05.2021\nK3;Frau;Ina;50667;Silber;22.11.2022\n",
        )],
        wanted: &[(
            "Kundenstamm.csv",
            "members",
            &[("member_id", "Kundennummer"), ("tier_id", "Kartenstufe"), ("eligible_on", "Eintrittsdatum")],
        )],
    },
    Case {
        files: &[(
            "ventas_marzo.csv",
            "Fecha;N.º de socio;Tienda;Artículo;Cantidad;Importe;Descuento\n01/03/2025;S-10;Madrid Sol;Café;2;7,80;0,50\n15/03/2025;S-11;Sevilla;Té;1;3,20;0,00\n16/03/2025;S-10;Madrid Sol;Té;1;3,20;0,00\n",
        )],
        wanted: &[(
            "ventas_marzo.csv",
            "partner_transactions",
            &[
                ("member_id", "N.º de socio"),
                ("transacted_on", "Fecha"),
                ("offer_id", "Artículo"),
                ("redemptions", "Cantidad"),
                ("sales", "Importe"),
                ("savings", "Descuento"),
            ],
        )],
    },
    Case {
        files: &[(
            "commandes.csv",
            "N° commande;Date de commande;Client;Produit;Quantité;Montant TTC;Remise\n5001;02/01/2025 10:11;C12;Savon;3;12,60;1,00\n5002;13/01/2025 11:40;C15;Bougie;1;9,90;0,00\n5003;14/01/2025 09:02;C12;Bougie;2;19,80;0,00\n",
        )],
        wanted: &[(
            "commandes.csv",
            "partner_transactions",
            &[
                ("member_id", "Client"),
                ("transacted_on", "Date de commande"),
                ("offer_id", "Produit"),
                ("redemptions", "Quantité"),
                ("sales", "Montant TTC"),
                ("savings", "Remise"),
            ],
        )],
    },
    Case {
        files: &[(
            "klanten.csv",
            "Klantnummer,E-mailadres,Inschrijfdatum,Niveau,Bron\n1001,an@voorbeeld.nl,2023-01-05,Brons,Website\n1002,bo@voorbeeld.nl,2023-02-05,Goud,Winkel\n1003,cas@voorbeeld.nl,2023-03-05,Goud,Winkel\n",
        )],
        wanted: &[(
            "klanten.csv",
            "members",
            &[("eligible_on", "Inschrijfdatum"), ("tier_id", "Niveau"), ("source", "Bron")],
        )],
    },
    Case {
        files: &[(
            "acessos.csv",
            "id_usuario,data_hora_acesso,dispositivo\nu1,2025-05-01 10:00:00,celular\nu2,2025-05-01 10:05:00,desktop\nu1,2025-05-02 08:00:00,celular\nu1,2025-05-03 08:00:00,celular\n",
        )],
        wanted: &[("acessos.csv", "logins", &[("member_id", "id_usuario"), ("logged_in_at", "data_hora_acesso")])],
    },
    Case {
        files: &[(
            "soddisfazione.csv",
            "codice_cliente;data_risposta;voto;commento\nC1;01/04/2025 10:00;5;ottimo\nC2;02/04/2025 11:00;3;\nC3;23/04/2025 11:00;4;bene\n",
        )],
        wanted: &[(
            "soddisfazione.csv",
            "csat_responses",
            &[("member_id", "codice_cliente"), ("responded_at", "data_risposta"), ("score", "voto")],
        )],
    },
    Case {
        files: &[(
            "sign_in_log.csv",
            "user_id,signed_in_at,ip_address,user_agent\n7,2025-01-02T10:11:12Z,10.0.0.1,Mozilla\n8,2025-01-02T10:12:12Z,10.0.0.2,Mozilla\n7,2025-01-03T10:11:12Z,10.0.0.1,Mozilla\n",
        )],
        wanted: &[("sign_in_log.csv", "logins", &[("member_id", "user_id"), ("logged_in_at", "signed_in_at")])],
    },
    Case {
        files: &[(
            "Recipient activity.csv",
            "Email Name,Subscriber Key,Send Date,Open Date,Click Date,Unsubscribe Date,Bounce Type\nSpring,ann@example.org,3/4/2025 9:00 AM,3/4/2025 9:10 AM,,,\nSpring,bob@example.org,3/14/2025 9:00 AM,,,,\nSummer,ann@example.org,6/14/2025 9:00 AM,6/14/2025 9:20 AM,6/14/2025 9:21 AM,,\n",
        )],
        wanted: &[(
            "Recipient activity.csv",
            "email_messages",
            &[
                ("campaign_id", "Email Name"),
                ("member_id", "Subscriber Key"),
                ("sent_at", "Send Date"),
                ("opened_at", "Open Date"),
                ("clicked_at", "Click Date"),
            ],
        )],
    },
    Case {
        files: &[(
            "newsletter_klicks.csv",
            "Kampagne;Empfänger;Link;Geklickt am\nMärz;a@b.de;https://example.com/1;01.03.2025 08:00\nMärz;c@b.de;https://example.com/2;21.03.2025 09:00\n",
        )],
        wanted: &[(
            "newsletter_klicks.csv",
            "email_link_clicks",
            &[("campaign_id", "Kampagne"), ("member_id", "Empfänger"), ("link", "Link"), ("clicked_at", "Geklickt am")],
        )],
    },
    Case {
        files: &[(
            "Verkehr.csv",
            "Datum,Quelle,Gerätekategorie,Browser,Sitzungen,Seitenaufrufe,Sitzungsdauer\n20250301,google,desktop,Chrome,12,40,00:12:10\n20250302,google,mobile,Safari,9,22,00:02:10\n20250302,(direct),mobile,Safari,3,9,00:01:10\n",
        )],
        wanted: &[(
            "Verkehr.csv",
            "web_sessions",
            &[
                ("date", "Datum"),
                ("source", "Quelle"),
                ("device_category", "Gerätekategorie"),
                ("browser", "Browser"),
                ("sessions", "Sitzungen"),
                ("pageviews", "Seitenaufrufe"),
                ("duration_seconds", "Sitzungsdauer"),
            ],
        )],
    },
    Case {
        files: &[(
            "site-search.csv",
            "Date,Search term,Total searches\n2025-01-01,shoes,4\n2025-01-01,hats,2\n2025-01-02,shoes,5\n",
        )],
        wanted: &[(
            "site-search.csv",
            "site_searches",
            &[("date", "Date"), ("query", "Search term"), ("searches", "Total searches")],
        )],
    },
    Case {
        files: &[
            (
                "customers.csv",
                "customer_id,first_name,city,signup_date\nc01,Ann,Rome,2024-01-02\nc02,Bob,Oslo,2024-01-03\nc03,Cy,Bern,2024-01-04\n",
            ),
            ("stores.csv", "store_id,store_name\ns1,North\ns2,South\n"),
            (
                "products.csv",
                "product_id,product_name,category,store_id\np1,Soap,Bath,s1\np2,Comb,Hair,s2\np3,Towel,Bath,s1\n",
            ),
            (
                "sales.csv",
                "order_id,customer_id,product_id,quantity,total_amount,order_date\n1,c01,p1,2,8.00,2025-02-01\n2,c02,p3,1,4.00,2025-02-02\n3,c01,p2,1,3.50,2025-02-03\n4,c03,p2,1,3.50,2025-02-03\n",
            ),
            ("regions.csv", "region,manager\nNorth,Kim\nSouth,Lee\n"),
        ],
        wanted: &[
            ("customers.csv", "members", &[("member_id", "customer_id"), ("eligible_on", "signup_date")]),
            ("stores.csv", "partners", &[("id", "store_id"), ("name", "store_name")]),
            (
                "products.csv",
                "offers",
                &[
                    ("id", "product_id"),
                    ("name", "product_name"),
                    ("category_id", "category"),
                    ("partner_id", "store_id"),
                ],
            ),
            (
                "sales.csv",
                "partner_transactions",
                &[
                    ("member_id", "customer_id"),
                    ("offer_id", "product_id"),
                    ("redemptions", "quantity"),
                    ("sales", "total_amount"),
                    ("transacted_on", "order_date"),
                ],
            ),
            ("regions.csv", "ignore", &[]),
        ],
    },
    Case {
        files: &[(
            "flights.csv",
            "Loyalty Number,Year,Month,Total Flights,Points Redeemed,Dollar Cost Points Redeemed\n100018,2017,1,3,0,0\n100018,2017,2,4,341,28\n100102,2017,1,10,364,29\n100102,2017,2,3,0,0\n",
        )],
        wanted: &[(
            "flights.csv",
            "partner_transactions",
            &[("member_id", "Loyalty Number"), ("transacted_on", "Year")],
        )],
    },
    Case {
        files: &[
            (
                "portfolio.json",
                "{\"id\":\"ae26\",\"reward\":10,\"difficulty\":10,\"duration\":7,\"offer_type\":\"bogo\"}\n{\"id\":\"4d5c\",\"reward\":5,\"difficulty\":5,\"duration\":5,\"offer_type\":\"discount\"}\n",
            ),
            (
                "transcript.json",
                "{\"person\":\"78afa995795e4d85b5d9ceeca43f5fef\",\"event\":\"offer viewed\",\"value\":{\"offer id\":\"ae26\"},\"time\":0}\n{\"person\":\"a03223e636434f42ac4c3df47e8bac43\",\"event\":\"offer completed\",\"value\":{\"offer id\":\"4d5c\"},\"time\":6}\n{\"person\":\"a03223e636434f42ac4c3df47e8bac43\",\"event\":\"offer viewed\",\"value\":{\"offer id\":\"4d5c\"},\"time\":3}\n",
            ),
        ],
        wanted: &[
            ("portfolio.json", "offers", &[("id", "id")]),
            (
                "transcript.json",
                "offer_interactions",
                &[("member_id", "person"), ("offer_id", "value.offer id"), ("kind", "event"), ("occurred_at", "time")],
            ),
        ],
    },
    Case {
        files: &[(
            "online_retail.csv",
            "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n536365,85123A,WHITE HEART,6,12/1/2010 8:26,2.55,17850,United Kingdom\n536365,71053,LANTERN,6,12/1/2010 8:26,3.39,17850,United Kingdom\n536370,22728,ALARM CLOCK,24,12/13/2010 8:45,3.75,12583,France\n536371,22086,PAPER CHAIN,80,12/14/2010 9:00,2.55,,United Kingdom\n",
        )],
        wanted: &[(
            "online_retail.csv",
            "partner_transactions",
            &[
                ("member_id", "CustomerID"),
                ("transacted_on", "InvoiceDate"),
                ("redemptions", "Quantity"),
                ("sales", "UnitPrice"),
            ],
        )],
    },
    Case {
        files: &[(
            "nps_export.csv",
            "Response ID,Email,Submitted At,How satisfied are you overall?,Comment\nr1,a@example.com,2025-03-01 10:00:00,5,good\nr2,b@example.com,2025-03-02 10:00:00,2,bad\nr3,c@example.com,2025-03-05 10:00:00,4,\n",
        )],
        wanted: &[(
            "nps_export.csv",
            "csat_responses",
            &[("member_id", "Email"), ("responded_at", "Submitted At"), ("score", "How satisfied are you overall?")],
        )],
    },
    Case {
        files: &[(
            "votes.csv",
            "poll_id,option_id,member_id,voted_at\n1,2,m1,2025-01-01 10:00:00\n1,1,m2,2025-01-01 11:00:00\n2,1,m1,2025-01-02 10:00:00\n",
        )],
        wanted: &[(
            "votes.csv",
            "poll_answers",
            &[
                ("poll_id", "poll_id"),
                ("option_index", "option_id"),
                ("member_id", "member_id"),
                ("answered_at", "voted_at"),
            ],
        )],
    },
    Case {
        files: &[(
            "campaigns.csv",
            "Campaign ID,Title,Type,Subject Line,Send Time,Archive URL\n11,Spring,regular,Spring is here,2025-03-01 09:00:00,https://example.com/a\n12,May,regular,Hello May,2025-05-01 09:00:00,https://example.com/b\n",
        )],
        wanted: &[(
            "campaigns.csv",
            "campaigns",
            &[
                ("id", "Campaign ID"),
                ("name", "Title"),
                ("campaign_type_id", "Type"),
                ("subject", "Subject Line"),
                ("sent_at", "Send Time"),
                ("preview_url", "Archive URL"),
            ],
        )],
    },
    Case {
        files: &[(
            "page_reads.csv",
            "visitor_account,article_title,read_at\nA1,How to save,2025-01-01 10:00:00\nA2,How to save,2025-01-01 11:00:00\nA1,Ten tips,2025-01-02 10:00:00\n",
        )],
        wanted: &[(
            "page_reads.csv",
            "article_views",
            &[("member_id", "visitor_account"), ("article_id", "article_title"), ("viewed_at", "read_at")],
        )],
    },
    Case {
        files: &[(
            "coupon_redemptions.csv",
            "household_key,day,coupon_upc,campaign\n1,2016-01-05,10000085364,8\n1,2016-01-05,51700010076,8\n8,2016-02-05,54200000033,18\n",
        )],
        wanted: &[(
            "coupon_redemptions.csv",
            "offer_interactions",
            &[("member_id", "household_key"), ("offer_id", "coupon_upc"), ("occurred_at", "day")],
        )],
    },
    Case {
        files: &[("weather.csv", "station,date,temperature,rain\nA,2025-01-01,3.4,0.0\nB,2025-01-01,5.4,1.0\n")],
        wanted: &[("weather.csv", "ignore", &[])],
    },
    Case {
        files: &[("inventory.csv", "warehouse,sku,on_hand,reorder_level\nW1,A,5,2\nW1,B,7,2\nW2,A,1,2\n")],
        wanted: &[("inventory.csv", "ignore", &[])],
    },
    Case {
        files: &[(
            "mailplan.csv",
            "Geplant am;Zielgruppe;Status;Bemerkung\n01.06.2026;Gold;alle;Sommer\n15.06.2026;Neu;neu;\n",
        )],
        wanted: &[(
            "mailplan.csv",
            "email_schedule",
            &[("date", "Geplant am"), ("audience", "Zielgruppe"), ("notes", "Bemerkung")],
        )],
    },
    Case {
        files: &[(
            "beleg.csv",
            "Belegdatum;Belegnr;Kartennummer;Filiale;Warengruppe;Artikelbezeichnung;Menge;Umsatz;Rabatt\n02.01.2025;1;900100;Köln;Obst;Apfel;3;2,97;0,30\n03.01.2025;2;900101;Bonn;Brot;Roggen;1;4,20;0,00\n23.01.2025;3;900100;Köln;Brot;Roggen;1;4,20;0,00\n",
        )],
        wanted: &[(
            "beleg.csv",
            "partner_transactions",
            &[
                ("member_id", "Kartennummer"),
                ("transacted_on", "Belegdatum"),
                ("offer_id", "Artikelbezeichnung"),
                ("redemptions", "Menge"),
                ("sales", "Umsatz"),
                ("savings", "Rabatt"),
            ],
        )],
    },
    Case {
        files: &[(
            "MBRMAST.csv",
            "MBR_NBR,ENRL_DT,LVL_CD,SEG_NM,ENRL_SRC\n400101,2023-02-01,G,Families,WEB\n400102,2023-02-09,S,Students,SHOP\n400103,2023-03-11,G,Families,WEB\n",
        )],
        wanted: &[(
            "MBRMAST.csv",
            "members",
            &[
                ("member_id", "MBR_NBR"),
                ("eligible_on", "ENRL_DT"),
                ("tier_id", "LVL_CD"),
                ("audience_ids", "SEG_NM"),
                ("source", "ENRL_SRC"),
            ],
        )],
    },
    Case {
        files: &[(
            "TXNHIST.csv",
            "TXN_DT,EMP_ID,CUST_NO,ITM_CD,ITM_QTY,TXN_AMT,DSCT_AMT\n2025-01-03,7,C100,K1,1,4.50,0.00\n2025-01-04,7,C101,K2,2,9.10,1.00\n2025-01-04,8,C100,K2,1,4.55,0.50\n",
        )],
        wanted: &[(
            "TXNHIST.csv",
            "partner_transactions",
            &[
                ("member_id", "CUST_NO"),
                ("transacted_on", "TXN_DT"),
                ("offer_id", "ITM_CD"),
                ("redemptions", "ITM_QTY"),
                ("sales", "TXN_AMT"),
                ("savings", "DSCT_AMT"),
            ],
        )],
    },
    Case {
        files: &[(
            "Leden.csv",
            "Relatienummer;Lidmaatschap;Ingeschreven op;Wervingskanaal\nR-3001;Gezin;2021-04-02;Vrienden\nR-3002;Jeugd;2021-05-12;Website\n",
        )],
        wanted: &[(
            "Leden.csv",
            "members",
            &[
                ("member_id", "Relatienummer"),
                ("tier_id", "Lidmaatschap"),
                ("eligible_on", "Ingeschreven op"),
                ("source", "Wervingskanaal"),
            ],
        )],
    },
];

#[test]
fn files_are_taken_for_what_they_are() {
    let (mut wrong, mut tables, mut columns, mut of_columns) = (Vec::new(), 0, 0, 0);
    for case in CASES {
        let dir = tempfile::tempdir().expect("a directory");
        let files: Vec<PathBuf> = (case.files.iter())
            .map(|(name, text)| {
                let path = dir.path().join(name);
                std::fs::write(&path, text).expect("a file");
                path
            })
            .collect();
        let suggestion =
            suggest(&files, &Asked::default(), &options()).unwrap_or_else(|error| panic!("{files:?}: {error}"));
        for (file, table, filled) in case.wanted {
            tables += 1;
            let found = suggestion.recognised.iter().find(|recognised| recognised.file == *file);
            let name = found.map_or("ignore", |found| found.table.name);
            if name != *table {
                let whys = suggestion.ignored.iter().filter(|ignored| ignored.file == *file);
                let why: Vec<&str> = whys.map(|ignored| ignored.reason.as_str()).collect();
                wrong.push(format!("{file}: {name} for {table} {why:?}, {:?}", found.map(|found| &found.others)));
                continue;
            }
            for (column, from) in *filled {
                of_columns += 1;
                let found = found.and_then(|found| {
                    let at = found.table.columns.iter().position(|known| known.name == *column)?;
                    found.columns[at].from.clone()
                });
                if found.as_deref() == Some(*from) {
                    columns += 1;
                } else {
                    wrong.push(format!("{file}: {column} from {found:?} for {from}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{columns} of {of_columns} columns right, wrong in {tables} files:\n{}",
        wrong.join("\n")
    );
}
