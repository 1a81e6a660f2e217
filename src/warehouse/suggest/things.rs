//! The words for each thing that names speak of, in the languages of many exports.

/// Things that names speak of, with their words in English, German, Spanish, French, Dutch, Portuguese and Italian, and
/// those that systems use: small letters without marks.
pub(super) const THINGS: &[(&str, &str)] = &[
    (
        "PERSON",
        "member customer cust client user household hshd shopper buyer purchaser subscriber contact recipient person \
         people profile guest passenger account cardholder donor respondent participant lead loyalty reviewer patron \
         traveler traveller rider player kunde kunden kundin mitglied nutzer benutzer teilnehmer empfanger abonnent \
         kontakt kaufer karteninhaber cliente socio miembro usuario comprador afiliado suscriptor destinatario \
         titular membre adherent utilisateur abonne destinataire acheteur klant lid leden gebruiker ontvanger abonnee \
         membro utilizador assinante utente iscritto acquirente abbonato who wer cid contactid subscriberkey distinct \
         voter reader attendee student pupil alumni alumnus alumna patient insured policyholder fan supporter \
         resident delegate beneficiary borrower listener viewer learner trainee volunteer citizen prospect \
         constituent enrollee registrant invitee payer payor holder consumer householder panelist panellist claimant \
         licensee lessee renter diner gamer gamertag individual username mbr mbrs mem memb custs cus acct accts accnt \
         clt subscr subs pers prsn pat pt stud indiv cntct ctc pax bnfcry crdhldr kunnr kdnr kd mgl mitgl schuler \
         studierende patientin wahler leser horer zuschauer spender spenderin mieter bewohner einwohner burger \
         versicherter versicherte versicherungsnehmer versichertennummer versichertennr inhaber kontoinhaber konto \
         unterstutzer forderer forderin delegierte delegierter absolvent absolventin ehemalige gast gaste besteller \
         auftraggeber verbraucher haushalt interessent interessentin ansprechpartner anwender spieler befragter \
         befragte proband debitor bezieher votante lector lectora asistente alumno estudiante asegurado asegurada \
         tomador aficionado seguidor simpatizante inquilino arrendatario residente delegado beneficiario huesped \
         pasajero jugador invitado participante donante voluntario interesado consumidor abonado abonada contacto \
         encuestado afiliada clienta ciudadano cuenta paciente deudor apoderado electeur electrice lecteur lectrice \
         etudiant etudiante eleve patiente assure assuree souscripteur sympathisant locataire delegue beneficiaire \
         donateur donatrice benevole passager joueur voyageur consommateur porteur titulaire foyer societaire \
         adherente repondant repondante internaute compte debiteur kiezer lezer deelnemer deelneemster leerling \
         verzekerde verzekeringnemer huurder bewoner inwoner afgevaardigde vrijwilliger speler passagier reiziger \
         koper contactpersoon persoon huishouden relatie afnemer kaarthouder pashouder rekeninghouder cursist \
         consument gebruikersnaam associado associada eleitor leitor aluno segurado segurada adepto torcedor apoiador \
         locatario morador hospede passageiro jogador doador doadora contato socios elettore lettore partecipante \
         studente studentessa paziente assicurato contraente tifoso sostenitore affittuario ospite passeggero \
         giocatore donatore volontario consumatore tesserato associato associata contatto intestatario titolare soci \
         clienti iscritti",
    ),
    // Who may be the member, and in other exports stands beside the member: who sold, who looks after a contact.
    (
        "PARTY",
        "employee emp empl staff personnel worker owner tenant mitarbeiter mitarbeiterin angestellte eigentumer \
         besitzer empleado empleada trabajador propietario salarie employe proprietaire medewerker werknemer eigenaar \
         empregado funcionario colaborador proprietario dipendente impiegato collaboratore",
    ),
    (
        "ID",
        "id ids identifier identifiant no nr num number nbr nummer numero key code ref reference referenz uuid guid \
         kennung schlussel clave cle sleutel codigo chiave pk sku uid nmbr numb nbrs nro numeros ident identificador \
         identificativo identificatie kennziffer mitgliedsnr cd cod cve codice sk fk referencia referentie \
         referencias riferimento rif barcode nº kunnr kdnr vbeln artnr artno matnr lifnr posnr stockcode pasnummer \
         matricola versichertennummer versichertennr",
    ),
    ("EXTERNAL", "external extern externe externes externo externa externer esterno esterna"),
    ("HASH", "hash hashed sha256 md5 sha sha1 hsh hashwert"),
    (
        "EMAIL",
        "email mail correo courriel posta mailadresse emailaddress mailadres eml emailaddr mailaddress mailadress",
    ),
    (
        "ADDRESS",
        "address adresse direccion adres endereco indirizzo street strasse addr adr anschrift domicilio domicile rue \
         calle rua straat adresses",
    ),
    (
        "DATE",
        "date datum fecha data dia day jour tag dag giorno dt fec dat dte dta dtm dttm fch fcha datums ymd yyyymmdd \
         erdat budat fkdat audat anlagedatum ingangsdatum vervaldatum tagesdatum fechahora datahora dataora",
    ),
    ("MONTH", "month monat mes mois maand mese mth mnth yyyymm monats mensile mensual"),
    ("YEAR", "year jahr ano annee jaar anno yr yyyymm ejercicio"),
    (
        "TIME",
        "time timestamp datetime at hora heure uhrzeit zeit zeitpunkt zeitstempel tijd tijdstip ora orario ts when \
         wann cuando quand wanneer quando moment utc tm tms tmst tmstmp tmstp tstamp tstmp dtm dttm epoch unixtime \
         gmt uhr heures horodatage horodate fechahora datahora dataora tijdstempel horario",
    ),
    (
        "CREATED",
        "created create joined join signup registered registration enrolled enrollment enrolment since optin opt \
         added subscribed eligible became activated activation berechtigt eintritt eintrittsdatum anmeldung \
         anmeldedatum angemeldet beitritt erstellt angelegt alta inscripcion registro creado creacion inscription \
         inscrit adhesion creation cree inschrijving inschrijfdatum aangemeld aanmaak aangemaakt cadastro adesao \
         criado criacao iscrizione creato registrazione seit depuis sinds desde dal enrl enrld enrol enroll enrlmt \
         enrlmnt enrt eff inception onboarded onboarding reg regd regn regist rgstr rgstrn inserted insert crtd crt \
         cre erdat registrierung registriert aufnahme aufgenommen anlagedatum erfasst erfassung freigeschaltet \
         freischaltung aktivierung aktiviert beigetreten entry matriculacion incorporacion ingreso afiliacion \
         filiacao activacion activado inscrito entree enregistre enregistrement aangesloten aansluiting ingeschreven \
         inschrijf aanmelding aanmeld toetreding geregistreerd registratie activering cadastrado inscricao ativacao \
         ativado criada creada adesione tesseramento immatricolazione attivazione attivato creata ingresso",
    ),
    (
        "REGISTERED",
        "registered registration registrierung registriert enrolled inscrito enrl enrld enrol enroll enrollment \
         enrolment enrlmt enrlmnt enrt reg regd regn regist rgstr rgstrn einschreibung eingeschrieben inscrit \
         inscription inscripcion inscricao iscrizione ingeschreven inschrijving registrazione registrado registratie \
         geregistreerd aanmelding anmeldung angemeldet inscrite",
    ),
    (
        "START",
        "start starts begin begins from beginn anfang von ab inicio desde debut vanaf inizio dal launch eff effective \
         strt beg bgn begn commence commencement ingangsdatum ingang aanvang partir decorrenza startdatum beginning",
    ),
    (
        "END",
        "end ends expiry expires expiration until to bis ende ablauf fin hasta fim ate fine scadenza eind einde tot \
         close closed exp expr expire expired terminated termination thru finish finished deadline austritt \
         austrittsdatum gekundigt kundigung geschlossen schluss vencimiento caducidad caduca cierre cerrado \
         finalizacion jusqu echeance peremption cloture verlopen vervaldatum verval gesloten sluiting opzegging \
         vencimento fechado encerrado encerramento scade chiuso chiusura termino",
    ),
    (
        "FIRST",
        "first erste erster primero premier premiere eerste primeiro primo frst fst 1st erst erstmals primera \
         primeira",
    ),
    ("LAST", "last latest letzte letzter ultimo ultima derniere dernier laatste recent letzt ultimos dernieres laatst"),
    (
        "ORDER",
        "order orders purchase purchased transaction transactions trans txn basket receipt invoice sale booking \
         booked bestellung bestellnummer bestell auftrag kauf einkauf beleg bon rechnung transaktion buchung verkauf \
         umsatze compra pedido factura venta transaccion ticket recibo achat commande facture vente aankoop factuur \
         verkoop transactie fatura venda transacao acquisto ordine fattura vendita transazione scontrino paid payment \
         charge redemption points ledger ord ords ordr trx tran trn trns trxn tx txns purch po inv invc invoices pmt \
         pymt checkout bill donation donations pledge contribution bookings bkg reservation reservations vbeln fkdat \
         audat kassenbon kassenzettel quittung zahlung bezahlt gekauft abrechnung spende spenden reservierung \
         bestellt orden pago pagos pagado comprobante boleta operacion movimiento movimientos donacion reserva panier \
         paiement reglement paye mouvement dons commandes bestel bestelling besteld aankopen kassabon betaling \
         betaald gekocht boeking reservering mutatie donatie encomenda pagamento transacoes operacao movimentacao \
         movimento doacao ordini acquisti transazioni fatture scontrini pagato movimenti prenotazione donazione conversion conversions converted",
    ),
    (
        "LINE",
        "line lineitem item position posten linea ligne regel linha riga ln itm posnr positionen zeile renglon \
         lineitems",
    ),
    (
        "SALES",
        "sales sale revenue turnover gross net subtotal spend spent umsatz erlos warenwert nettoumsatz bruttoumsatz \
         ventas ingresos chiffre recette omzet vendas receita faturamento vendite fatturato incasso ricavo rev sls \
         gmv netto brutto neto bruto nett lordo ht ttc einnahmen spending earnings takings proceeds netwr facturacion \
         faturacao recaudacion incassi ricavi omzetten erlose",
    ),
    (
        "AMOUNT",
        "amount value total paid payment cost monto importe montant betrag summe gesamt gesamtbetrag gesamtpreis \
         bedrag totaal valor quantia importo totale cena kwota collected charged price_total amt amts amnt amnts tot \
         ttl totl totals totaux wert kosten coste costo cout valore valeur waarde endbetrag endsumme gesamtsumme \
         netwr bedragen importi",
    ),
    (
        "PRICE",
        "price preis precio prix prijs preco prezzo stuckpreis unitprice prc prce uprc msrp rrp prezzi precios tarief",
    ),
    (
        "DISCOUNT",
        "discount discounts disc saving savings saved rebate markdown rabatt nachlass ersparnis gespart descuento \
         ahorro remise reduction economie korting besparing desconto economia sconto risparmio redeemed_value dsct \
         dscnt disct dscount rbt ermassigung nachlasse cashback bonificacion abatimento dcto dto sconti ristourne \
         kortingen economies",
    ),
    (
        "TAX",
        "tax vat iva mwst tva btw steuer ust imposto taxes tip tips shipping versand envio fee fees freight refund \
         refunded gst hst impuesto impuestos impot belasting imposta steuern propina gorjeta mancia pourboire fooi \
         trinkgeld verzendkosten verzend frete spedizione surcharge commission comision commissie comissao \
         commissione provision",
    ),
    (
        "POINTS",
        "points punkte puntos point punten pontos punti miles stamps pts pnts pnt mile milhas millas miglia meilen \
         mijlen treuepunkte bonuspunkte spaarpunten zegels bollini",
    ),
    (
        "REDEEMED",
        "redeem redeemed redemption redemptions eingelost einlosung canje canjeado utilise ingewisseld resgate \
         riscattato used rdm rdmd redem redmd redeems burn burned burnt claimed use uses usage usages usado usados \
         usos uso utilisation utilisations utilizado utilizacion utilizacao utilizzo utilizzi utilizzato benutzt \
         genutzt nutzung nutzungen verwendet verwendung canjes canjeada resgates resgatado resgatada riscatto \
         riscatti gebruik gebruikt verzilverd verzilvering inwisseling",
    ),
    (
        "QUANTITY",
        "quantity qty units unit count pieces anzahl menge stuck stuckzahl cantidad unidades quantite nombre aantal \
         hoeveelheid quantidade qtd qtde quantita pezzi visits_count frequency qnt qnty qtty cnt cnts ct cts pcs pces \
         volume volumen nb nbre cant ctd qt stck stk anz anzahlen times occurrences veces fois keer vezes volte \
         unites unidad unidade unita stuks freq counts",
    ),
    (
        "OFFER",
        "offer offers promotion promo coupon voucher deal reward rewards angebot angebote aktion gutschein pramie \
         oferta promocion cupon vale recompensa premio offre bon aanbieding actie kortingscode tegoedbon promocao \
         cupom offerta promozione buono portfolio benefit perk vorteil ofr offr ofrs prom prmo prmtn cpn cpns coup \
         vchr vouch rwd rwrd rwds bnft bnfts incentive prize giveaway sweepstake entitlement privilege vergunstigung \
         schnappchen gewinnspiel verlosung rabattcode rabattaktion treueaktion beneficio ventaja bono sorteo \
         incentivo promociones avantage recompense cadeau concours voordeel voordelen beloning kortingsbon waardebon \
         cadeaubon promocoes vantagem vantagens brinde sorteio offerte promozioni buoni vantaggio vantaggi omaggio",
    ),
    (
        "PRODUCT",
        "product products item items sku article artikel produkt produkte ware producto productos articulo produit \
         produits produto produtos prodotto prodotti articolo stockcode plan tier_name upc asin gtin ean isbn book \
         movie listing prod prods prd prdt prodt itm itms mat matl matnr maktx material artnr artno goods merchandise \
         mercancia mercadoria marchandise mpn articoli artigo artigos accessory accessories accessoires accesorios \
         accessori",
    ),
    // What is in store; "stock code" is a product.
    (
        "STOCK",
        "stock stocks inventory onhand instock stockonhand soh reorder restock replenishment warehouse whse \
         stocklevel stockqty bestand lagerbestand lager lagerort meldebestand mindestbestand existencias inventario \
         almacen inventaire entrepot voorraad magazijn estoque giacenza giacenze scorta scorte magazzino",
    ),
    (
        "PARTNER",
        "partner merchant store shop vendor seller retailer brand outlet supplier sponsor location handler handlerin \
         filiale geschaft laden markt marke anbieter lieferant comercio tienda vendedor marca socio_comercial magasin \
         commercant enseigne marque vendeur winkel merk verkoper loja parceiro negozio venditore marchio airline \
         hotel restaurant company manufacturer ptnr prtnr prtnrs mrch mrcht mrchnt merch vndr vendr vend vnd vdr supp \
         splr str strs loc locn dealer dealership distributor franchise franchisee corp corporation organization \
         organisation orgn firm firma unternehmen betrieb filial niederlassung standort hersteller kreditor lifnr \
         verkaufsstelle vertragspartner proveedor establecimiento sucursal empresa compania aliado aerolinea \
         fabricante distribuidor concesionario organizacion partenaire fournisseur boutique entreprise societe \
         fabricant distributeur revendeur etablissement succursale concessionnaire agence leverancier bedrijf \
         onderneming filiaal vestiging verkooppunt fabrikant aanbieder organisatie keten fornecedor estabelecimento \
         lojista revendedor organizacao fornitore azienda societa esercente rivenditore produttore insegna \
         organizzazione negozi advertiser advertisers werbetreibender annonceur annonceurs anunciante anunciantes inserzionista adverteerder branch",
    ),
    (
        "CATEGORY",
        "category categories department dept class sector commodity kategorie warengruppe abteilung categoria \
         departamento categorie rayon afdeling reparto genre topic rubrik rubrique thema section cat cats catg ctg \
         ctgy ctgry ctgr categ dpt cls subcat subcategory subcategoria unterkategorie produktgruppe sektor setor \
         settore secteur rubro ressort tema matkl mcc thematique vertical verticals",
    ),
    ("TYPE", "type kind typ art tipo genre_type soort sort difficulty tp typcd typecode tipologia format"),
    (
        "TIER",
        "tier level stufe statusstufe rang rank nivel estado_socio niveau statut livello stato grade membership card \
         karte tarjeta carte kaart cartao carta klasse lvl mbrshp mbshp mshp mship mitgliedschaft lidmaatschap \
         membresia subscription abonnement abo abbonamento suscripcion assinatura tessera carnet beitragsgruppe \
         beitragsklasse pasnummer rango lidmaatschapstype pas palier paliers echelon tarifa formule formula",
    ),
    // What no longer holds.
    (
        "BEFORE",
        "old previous prior former before alt alte alter altes bisher bisherige bisheriger vorher vorherige vorheriger \
         vorig vorige oude anterior antiguo antigua previo previa precedent precedente ancien ancienne vecchio vecchia \
         antigo antiga",
    ),
    ("CARD", "card karte tarjeta carte carta kaart pas cartao tessera carnet"),
    (
        "STATUS",
        "status state zustand estado etat statut stato outcome result ergebnis resultado resultat uitkomst esito \
         toestand sts stat stts st success succeeded successful failure failed erfolg erfolgreich reussi echec exito \
         sucesso successo gelukt mislukt disposition situacao situacion resultados",
    ),
    (
        "CANCELLED",
        "cancelled canceled cancel cancellation void voided storno storniert stornierung annule annulee annulation \
         geannuleerd annulering anulado cancelado cancelada cancelacion annullato deleted",
    ),
    (
        "LOB",
        "lob sparte geschaftsbereich division bereich business ramo branche bedrijfstak bu sbu negocio divisie \
         divisao divisione geschaftsfeld",
    ),
    (
        "AUDIENCE",
        "audience audiences segment segments segmentation tag tags list lists zielgruppe zielgruppen segmento publico \
         etiqueta lifestage lifestyle doelgroep pubblico interest interests cluster persona cohort seg segs sgmt segm \
         sgmnt audnc lst lijst lista elenco audiencia publikum segmentierung segmentacion segmentacao rfm interesse \
         interets interessi",
    ),
    ("GROUP", "group groups gruppe grupo groupe groep gruppo grp grps grupp gruppi groepen grupos"),
    (
        "SOURCE",
        "source medium channel origin referrer referer acquisition traffic quelle herkunft kanal fuente origen canal \
         medio origine provenance herkomst bron kanaal origem fonte canale via utm platform src srce chnl chnnl chan \
         orig acq acqn acquired hear heard referral referred recruited recruiter recruitment recruit leadsource \
         touchpoint werber geworben anwerbung werbeweg vertriebsweg vermittler aufmerksam captacion procedencia \
         adquisicion conocio conociste reclutamiento recomendado parrainage parrain recrutement connu werving \
         wervingsbron acquisitie captacao aquisicao conheceu indicacao acquisizione provenienza conosciuto",
    ),
    (
        "PERSONAL",
        "gender sex age birth birthday birthdate dob city zip zipcode postal postcode phone mobile income education \
         marital salary country state province region firstname lastname surname vorname nachname geschlecht \
         geburtsdatum geburtstag alter ort plz stadt land telefon anrede nombre apellido apellidos sexo genero edad \
         nacimiento ciudad pais telefono provincia prenom nom sexe naissance ville pays telephone codepostal voornaam \
         achternaam geslacht geboortedatum woonplaats nome cognome sobrenome idade nascimento cidade estado sesso \
         nascita citta cap homeowner composition kid children clv lifetime anonymous anonym occupation ethnicity \
         accepts st fname lname fnm lnm firstnm lastnm mname middlename middle familyname familienname rufname \
         salutation nationality nationalitat nacionalidad nationalite nationaliteit nacionalidade nazionalita \
         language sprache idioma langue taal lingua wohnort bundesland familienstand beruf profession profesion \
         profissao professione beroep bdate bday birthdt brth brthdt geb gebdat gndr ethnic mob tel telf tlf cell \
         cellphone fax telefax handy movil celular cellulare telefoon telefoonnummer telefone telemovel gsm pcode \
         postleitzahl ctry cntry cty municipio gemeente comune commune cep iban bic dni ssn bsn civilite aanhef civil \
         civile leeftijd hijos enfants kinder kinderen filhos figli postnummer tussenvoegsel",
    ),
    (
        "NAME",
        "name names bezeichnung nombre nom naam nome titulo denominacion libelle omschrijving label nm nme nam \
         benennung denominazione designacao nombres nomi",
    ),
    ("TITLE", "title titel titulo titre titolo headline uberschrift schlagzeile onderwerp intitule"),
    (
        "DESCRIPTION",
        "description beschreibung descripcion descrizione descricao desc details text bezeichnung descr dscr dsc \
         descrip descrp dscrptn designation omschrijving beschrijving detalle concepto txt texto texte testo tekst \
         descrizioni maktx",
    ),
    ("SUBJECT", "subject betreff asunto objet onderwerp assunto oggetto subj sbj sbjt subjline sujet betreffzeile"),
    (
        "PREVIEW",
        "preview preheader vorschau archive webversion view_in_browser snippet anteprima teaser apercu previa \
         voorvertoning prehead",
    ),
    ("LINK", "link url href uri lien enlace enlaces verweis landing weblink lnk hyperlink webadresse collegamento"),
    (
        "CAMPAIGN",
        "campaign campaigns mailing newsletter newsletters broadcast job blast emailname kampagne aussendung campana \
         boletin campagne nieuwsbrief campanha campagna automation flow emailcampaign camp cmpgn cmpn cpgn campgn edm \
         infolettre bulletin rundschreiben rundmail",
    ),
    (
        "MESSAGE",
        "message messages nachricht mensaje bericht mensagem messaggio sends send msg msgs mssg mensagens messaggi",
    ),
    (
        "SENT",
        "sent send sends delivered delivery gesendet versand versandt versendet verschickt zustellung enviado envio \
         envoye envoi verzonden verzenddatum verzending inviato invio enviada expedition snt dlvd dlvrd dlv dlvry \
         mailed dispatched zugestellt entregado entregada entregue consegnato bezorgd afgeleverd verstuurd inviata",
    ),
    (
        "OPEN",
        "open opened opens geoffnet offnung abierto apertura ouvert ouverture geopend aberto aperto aperta opening \
         opn opnd aperture abertura",
    ),
    (
        "CLICK",
        "click clicked clicks klick geklickt clic clics clique clicado cliccato klik geklikt cliquee clk clks clck \
         clkd doorklik clicada clickeado cliccata",
    ),
    (
        "UNSUBSCRIBED",
        "unsubscribe unsubscribed unsubscribes optout abmeldung abgemeldet baja cancelado desabonnement \
         desinscription uitgeschreven uitschrijving descadastro disiscritto disiscrizione unsub unsubs unsbscr \
         optedout afmelding afgemeld desuscripcion desuscrito desinscrit desabonne descadastrado descadastramento \
         afmeld",
    ),
    (
        "BOUNCE",
        "bounce bounced bounces rebote rebotado unzustellbar rebond bnc bncd undelivered undeliverable rimbalzo \
         rimbalzato rucklaufer",
    ),
    (
        "LOGIN",
        "login logins logon signin signed logged login_time anmeldungen einloggen eingeloggt acceso accesos \
         inicio_sesion sesion connexion connexions inloggen ingelogd inlog acesso accesso accessi signon \
         authentication auth lgn lgin logn accessed zugriff connecte conexion conexiones sso",
    ),
    (
        "SESSION",
        "session sessions visit visits besuch besuche sitzung sitzungen sesion sesiones visita visitas visite visites \
         sessie sessies bezoek bezoeken sessao sessoes sessione sessioni sess sessn vst vsts",
    ),
    ("IP", "ip browser useragent agent device_id ipaddr ipaddress ipadresse ipadres"),
    (
        "DEVICE",
        "device gerat geratekategorie gerate dispositivo appareil apparaat apparaatcategorie dvc handset toestel \
         aparelho",
    ),
    ("BROWSER", "browser navegador navigateur navigatore brwsr"),
    ("OS", "os operating operatingsystem betriebssystem systeme besturingssysteem operativo"),
    (
        "SCREEN",
        "screen resolution bildschirm bildschirmauflosung auflosung pantalla resolucion ecran schermresolutie schermo \
         risoluzione tela scrn viewport",
    ),
    ("RETURNING", "returning newreturning neu wiederkehrend recurrente nouveau terugkerend"),
    ("VISITOR", "visitor visitors besucher besuchertyp visitante visiteur bezoeker visitatore newvsreturning"),
    (
        "PAGEVIEW",
        "pageview pageviews views hits seitenaufrufe aufrufe impressions paginas vistas vues paginaweergaven \
         weergaven visualizacoes visualizzazioni actions nb_actions nb_pageviews screenpageviews paginavistas pv pvs \
         pgvw impr imprs impressn impresiones impressies impressoes impressioni vertoningen",
    ),
    ("PAGE", "page pages seite seiten pagina paginas url_path landing path pg"),
    (
        "DURATION",
        "duration engagement dauer verweildauer sitzungsdauer sessieduur duracion duree duur duracao durata seconds \
         sekunden length sum_visit_length dur durn elapsed dwell minutes minuten minutos minuti secs sekunde segundos \
         secondes secondi seconden tiempo timespent",
    ),
    (
        "AVERAGE",
        "average avg mean durchschnitt durchschnittliche media promedio moyenne gem gemiddelde moyen medio per pro je \
         rate ratio quote percent pct percentage prozent porcentaje pourcentage percentuale ctr mittelwert",
    ),
    (
        "SEARCH",
        "search searches query queries keyword keywords term terms suche suchen suchbegriff suchanfrage suchanfragen \
         busqueda busquedas consulta recherche recherches zoekopdracht zoekterm zoekopdrachten zoeken busca pesquisa \
         pesquisas termo ricerca ricerche srch qry kwd suchwort suchworter stichwort zoekwoord zoekwoorden zoek \
         termos",
    ),
    (
        "ARTICLE",
        "article articles artikel post posts content story news beitrag beitrage articulo blog lesson artigo articolo \
         contenido contenu inhalt articoli noticia noticias notizia notizie actualite nieuws nieuwsbericht stories \
         conteudo contenuti contenidos inhalte ratgeber artikelen",
    ),
    (
        "PUBLISHED",
        "published publish publication veroffentlicht erschienen publicado publicacion publie gepubliceerd pubblicato \
         datum_online publ pubd released release erscheinung publicatie publicacao pubblicazione",
    ),
    (
        "READ",
        "read viewed view gelesen leido lu gelezen lido letto seen angesehen aufgerufen bekeken visto consulte \
         visualizado visualizzato gesehen lecture",
    ),
    (
        "POLL",
        "poll polls survey surveys umfrage umfragen encuesta sondage enquete peiling pesquisa sondaggio quiz vote \
         votes abstimmung form svy srvy surv befragung befragungen fragebogen questionnaire cuestionario questionario \
         vragenlijst stemming votacion votacao votazione ballot inquerito",
    ),
    ("QUESTION", "question questions frage fragen pregunta vraag pergunta domanda qst qstn ques vragen domande"),
    (
        "OPTION",
        "option options choice choices answer wahl auswahl antwort opcion respuesta choix reponse keuze antwoord \
         opcao resposta opzione risposta voted ans answ optn scelta scelte escolha eleccion opzioni opcoes risposte \
         selected",
    ),
    ("POSITION", "index position rank order_no sort orden reihenfolge seq seqno idx sequence volgorde ordre ordem lfd"),
    (
        "RESPONSE",
        "response responses answered responded submitted submit submission completed rueckmeldung antwort beantwortet \
         abgegeben respuesta respondida enviada reponse repondu soumis antwoord ingevuld ingezonden respondido \
         risposta inviata end rsp rspn rspns resp respn ruckmeldung reply replied entry eingereicht ausgefullt \
         inzending completado complete completato completion",
    ),
    (
        "RATING",
        "rating ratings score stars star csat satisfaction satisfied overall review nps note bewertung zufriedenheit \
         punktzahl sterne calificacion satisfaccion puntuacion valoracion evaluation etoiles beoordeling tevredenheid \
         cijfer avaliacao satisfacao nota valutazione soddisfazione voto feedback grade rtg rtng scr puntaje \
         punteggio pontuacao waardering likely likelihood weiterempfehlung weiterempfehlen zufrieden satisfait \
         satisfecho tevreden soddisfatto avaliacoes valutazioni",
    ),
    (
        "EVENT",
        "event events action actions activity activities interaction interactions ereignis aktion aktivitat evento \
         accion actividad evenement gebeurtenis actie acao azione vorgang evt evts evnt act actn actv actvty \
         gebeurtenissen attivita atividade atividades azioni acoes veranstaltung",
    ),
    (
        "SHARE",
        "share shared shares teilen geteilt print printed compartir partager imprimer delen afdrukken gedeeld \
         gedruckt partage compartido condiviso afgedrukt impreso stampato",
    ),
    (
        "PLAN",
        "schedule scheduled plan planned calendar versandplan geplant planung calendario programado planning gepland \
         agenda planifie sched schd schdl calendrier planificacion planificado planejado prevu pianificato \
         pianificazione geplande versandkalender redaktionskalender",
    ),
    (
        "NOTES",
        "notes note comment comments bemerkung bemerkungen kommentar notiz notas nota comentario commentaire remarque \
         opmerking opmerkingen commento osservazioni nts cmt cmts cmnt cmnts rmk rmks rmrk rmrks remark memo \
         anmerkung anmerkungen hinweis vermerk observacion observaciones observacao observacoes obs annotation \
         annotazioni toelichting aantekening notitie notities verbatim freitext freetext commenti",
    ),
    ("LEVEL", "level index score niveau nivel livello lvl"),
    ("ACTIVITY", "activity aktivitat actividad activite activiteit atividade attivita act actv actvty"),
];
