//! What the names of columns, files and sheets speak of, in the languages of many exports.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Things that names speak of, with their words in English, German, Spanish, French, Dutch, Portuguese and Italian, and
/// those that systems use: small letters without marks.
const THINGS: &[(&str, &str)] = &[
    (
        "PERSON",
        "member customer cust client user household hshd shopper buyer purchaser subscriber contact recipient person \
         people profile guest passenger account cardholder donor respondent participant lead loyalty reviewer patron \
         traveler traveller rider player kunde kunden kundin mitglied nutzer benutzer teilnehmer empfanger abonnent \
         kontakt kaufer karteninhaber cliente socio miembro usuario comprador afiliado suscriptor destinatario titular \
         membre adherent utilisateur abonne destinataire acheteur klant lid leden gebruiker ontvanger abonnee membro \
         utilizador assinante utente iscritto acquirente abbonato who wer cid contactid subscriberkey distinct",
    ),
    (
        "ID",
        "id ids identifier identifiant no nr num number nbr nummer numero key code ref reference referenz uuid guid \
         kennung schlussel clave cle sleutel codigo chiave pk sku uid",
    ),
    ("HASH", "hash hashed sha256 md5"),
    ("EMAIL", "email mail correo courriel posta mailadresse emailaddress mailadres"),
    ("ADDRESS", "address adresse direccion adres endereco indirizzo street strasse"),
    ("DATE", "date datum fecha data dia day jour tag dag giorno dt fec"),
    ("MONTH", "month monat mes mois maand mese"),
    ("YEAR", "year jahr ano annee jaar anno"),
    (
        "TIME",
        "time timestamp datetime at hora heure uhrzeit zeit zeitpunkt zeitstempel tijd tijdstip ora orario ts when wann \
         cuando quand wanneer quando moment utc",
    ),
    (
        "CREATED",
        "created create joined join signup registered registration enrolled enrollment enrolment since optin opt added \
         subscribed eligible became activated activation berechtigt eintritt eintrittsdatum anmeldung anmeldedatum \
         angemeldet beitritt erstellt angelegt alta inscripcion registro creado creacion inscription inscrit adhesion \
         creation cree inschrijving inschrijfdatum aangemeld aanmaak aangemaakt cadastro adesao criado criacao iscrizione \
         creato registrazione seit depuis sinds desde dal",
    ),
    ("REGISTERED", "registered registration registrierung registriert enrolled inscrito"),
    (
        "START",
        "start starts begin begins from valid gultig beginn anfang von ab inicio desde debut vanaf inizio dal launch",
    ),
    (
        "END",
        "end ends expiry expires expiration until to bis ende ablauf fin hasta fim ate fine scadenza eind einde tot close closed",
    ),
    ("FIRST", "first erste erster primero premier premiere eerste primeiro primo"),
    ("LAST", "last latest letzte letzter ultimo ultima derniere dernier laatste"),
    (
        "ORDER",
        "order orders purchase purchased transaction transactions trans txn basket receipt invoice sale booking booked \
         bestellung bestellnummer bestell auftrag kauf einkauf beleg bon rechnung transaktion buchung verkauf umsatze \
         compra pedido factura venta transaccion ticket recibo achat commande facture transaction vente aankoop factuur \
         verkoop transactie fatura venda transacao acquisto ordine fattura vendita transazione scontrino paid payment \
         charge redemption points ledger",
    ),
    ("LINE", "line lineitem item position posten linea ligne regel linha riga"),
    (
        "SALES",
        "sales sale revenue turnover gross net subtotal spend spent umsatz erlos warenwert nettoumsatz bruttoumsatz ventas \
         ingresos chiffre recette omzet vendas receita faturamento vendite fatturato incasso ricavo",
    ),
    (
        "AMOUNT",
        "amount value total paid payment cost monto importe montant betrag summe gesamt gesamtbetrag gesamtpreis bedrag \
         totaal valor quantia importo totale cena kwota collected charged price_total",
    ),
    ("PRICE", "price preis precio prix prijs preco prezzo stuckpreis unitprice"),
    (
        "DISCOUNT",
        "discount discounts disc saving savings saved rebate markdown rabatt nachlass ersparnis gespart descuento ahorro \
         remise reduction economie korting besparing desconto economia sconto risparmio redeemed_value",
    ),
    (
        "TAX",
        "tax vat iva mwst tva btw steuer ust imposto taxes tip tips shipping versand envio fee fees freight refund refunded",
    ),
    ("POINTS", "points punkte puntos point punten pontos punti miles stamps"),
    (
        "REDEEMED",
        "redeem redeemed redemption redemptions eingelost einlosung canje canjeado utilise ingewisseld resgate riscattato used",
    ),
    (
        "QUANTITY",
        "quantity qty units unit count pieces anzahl menge stuck stuckzahl cantidad unidades quantite nombre aantal \
         hoeveelheid quantidade qtd qtde quantita pezzi visits_count frequency",
    ),
    (
        "OFFER",
        "offer offers promotion promo coupon voucher deal reward rewards angebot angebote aktion gutschein pramie oferta \
         promocion cupon vale recompensa premio offre bon promotion aanbieding actie kortingscode tegoedbon promocao cupom \
         offerta promozione buono portfolio benefit perk vorteil",
    ),
    (
        "PRODUCT",
        "product products item items sku article artikel produkt produkte ware producto productos articulo produit produits \
         produto produtos prodotto prodotti articolo stockcode stock plan tier_name upc asin gtin ean isbn book movie \
         listing",
    ),
    (
        "PARTNER",
        "partner merchant store shop vendor seller retailer brand outlet supplier sponsor location handler handlerin filiale \
         geschaft laden markt marke anbieter lieferant comercio tienda vendedor marca socio_comercial magasin commercant \
         enseigne marque vendeur winkel merk verkoper loja parceiro negozio venditore marchio airline hotel restaurant \
         company manufacturer",
    ),
    (
        "CATEGORY",
        "category categories department dept class sector commodity kategorie warengruppe abteilung categoria \
         departamento categorie rayon afdeling reparto genre topic rubrik rubrique thema section",
    ),
    ("TYPE", "type kind typ art tipo genre_type soort sort difficulty"),
    (
        "TIER",
        "tier level stufe statusstufe rang rank nivel estado_socio niveau statut livello stato grade membership card \
         karte tarjeta carte kaart cartao carta klasse",
    ),
    (
        "STATUS",
        "status state zustand estado etat statut stato outcome result ergebnis resultado resultat uitkomst esito toestand",
    ),
    ("LOB", "lob sparte geschaftsbereich division bereich business ramo branche bedrijfstak"),
    (
        "AUDIENCE",
        "audience audiences segment segments segmentation tag tags list lists zielgruppe zielgruppen segmento publico \
         etiqueta lifestage lifestyle doelgroep pubblico interest interests cluster persona cohort",
    ),
    ("GROUP", "group groups gruppe grupo groupe groep gruppo"),
    (
        "SOURCE",
        "source medium channel origin referrer referer acquisition traffic quelle herkunft kanal fuente origen canal medio \
         origine provenance herkomst bron kanaal origem fonte canale via utm platform",
    ),
    (
        "PERSONAL",
        "gender sex age birth birthday birthdate dob city zip zipcode postal postcode phone mobile income education marital \
         salary country state province region firstname lastname surname vorname nachname geschlecht geburtsdatum \
         geburtstag alter ort plz stadt land telefon anrede nombre apellido apellidos sexo genero edad nacimiento \
         ciudad pais telefono provincia prenom nom sexe naissance ville pays telephone codepostal voornaam achternaam \
         geslacht geboortedatum woonplaats nome cognome sobrenome idade nascimento cidade estado sesso nascita citta cap \
         homeowner composition kid children clv lifetime anonymous anonym occupation ethnicity accepts",
    ),
    ("NAME", "name names bezeichnung nombre nom naam nome titulo denominacion libelle omschrijving label"),
    ("TITLE", "title titel titulo titre titolo headline uberschrift schlagzeile onderwerp"),
    ("DESCRIPTION", "description beschreibung descripcion descrizione descricao desc details text bezeichnung"),
    ("SUBJECT", "subject betreff asunto objet onderwerp assunto oggetto subj"),
    ("PREVIEW", "preview preheader vorschau archive webversion view_in_browser snippet anteprima"),
    ("LINK", "link url href uri lien enlace enlaces verweis landing weblink"),
    (
        "CAMPAIGN",
        "campaign campaigns mailing newsletter newsletters broadcast job blast emailname kampagne aussendung campana boletin \
         campagne nieuwsbrief campanha campagna automation flow emailcampaign",
    ),
    ("MESSAGE", "message messages nachricht mensaje bericht mensagem messaggio sends send"),
    (
        "SENT",
        "sent send sends delivered delivery gesendet versand versandt versendet verschickt zustellung enviado envio envoye \
         envoi verzonden verzenddatum verzending inviato invio enviada expedition",
    ),
    (
        "OPEN",
        "open opened opens geoffnet offnung abierto apertura ouvert ouverture geopend aberto aperto aperta opening",
    ),
    ("CLICK", "click clicked clicks klick geklickt clic clics clique clicado cliccato klik geklikt cliquee"),
    (
        "UNSUBSCRIBED",
        "unsubscribe unsubscribed unsubscribes optout abmeldung abgemeldet baja cancelado desabonnement desinscription \
         uitgeschreven uitschrijving descadastro disiscritto disiscrizione",
    ),
    ("BOUNCE", "bounce bounced bounces rebote rebotado unzustellbar rebond"),
    (
        "LOGIN",
        "login logins logon signin signed logged login_time anmeldungen einloggen eingeloggt acceso accesos inicio_sesion \
         sesion connexion connexions inloggen ingelogd inlog acesso accesso accessi signon authentication auth",
    ),
    (
        "SESSION",
        "session sessions visit visits besuch besuche sitzung sitzungen sesion sesiones visita visitas visite visites sessie sessies bezoek bezoeken sessao sessoes visite sessione sessioni",
    ),
    ("IP", "ip browser useragent agent device_id"),
    ("DEVICE", "device gerat geratekategorie gerate dispositivo appareil apparaat apparaatcategorie"),
    ("BROWSER", "browser navegador navigateur navigatore"),
    ("OS", "os operating operatingsystem betriebssystem systeme besturingssysteem operativo"),
    (
        "SCREEN",
        "screen resolution bildschirm bildschirmauflosung auflosung pantalla resolucion ecran schermresolutie schermo risoluzione tela",
    ),
    ("RETURNING", "returning newreturning neu wiederkehrend recurrente nouveau terugkerend"),
    ("VISITOR", "visitor visitors besucher besuchertyp visitante visiteur bezoeker visitatore newvsreturning"),
    (
        "PAGEVIEW",
        "pageview pageviews views hits seitenaufrufe aufrufe impressions paginas vistas vues paginaweergaven weergaven visualizacoes visualizzazioni actions nb_actions nb_pageviews screenpageviews paginavistas",
    ),
    ("PAGE", "page pages seite seiten pagina paginas url_path landing path"),
    (
        "DURATION",
        "duration engagement dauer verweildauer sitzungsdauer sessieduur duracion duree duur duracao durata seconds sekunden length sum_visit_length",
    ),
    (
        "AVERAGE",
        "average avg mean durchschnitt durchschnittliche media promedio moyenne gem gemiddelde moyen medio per pro je rate ratio quote percent",
    ),
    (
        "SEARCH",
        "search searches query queries keyword keywords term terms suche suchen suchbegriff suchanfrage suchanfragen \
         busqueda busquedas consulta recherche recherches zoekopdracht zoekterm zoekopdrachten zoeken busca pesquisa \
         pesquisas termo ricerca ricerche",
    ),
    (
        "ARTICLE",
        "article articles artikel post posts content story news beitrag beitrage articulo blog lesson artigo articolo contenido contenu inhalt",
    ),
    (
        "PUBLISHED",
        "published publish publication veroffentlicht erschienen publicado publicacion publie gepubliceerd pubblicato datum_online",
    ),
    ("READ", "read viewed view gelesen leido lu gelezen lido letto seen"),
    (
        "POLL",
        "poll polls survey surveys umfrage umfragen encuesta sondage enquete peiling pesquisa sondaggio quiz vote votes abstimmung form",
    ),
    ("QUESTION", "question questions frage fragen pregunta vraag pergunta domanda"),
    (
        "OPTION",
        "option options choice choices answer wahl auswahl antwort opcion respuesta choix reponse keuze antwoord opcao resposta opzione risposta voted",
    ),
    ("POSITION", "index position rank order_no sort orden reihenfolge"),
    (
        "RESPONSE",
        "response responses answered responded submitted submit submission completed rueckmeldung antwort beantwortet abgegeben respuesta respondida enviada reponse repondu soumis antwoord ingevuld ingezonden respondido risposta inviata end",
    ),
    (
        "RATING",
        "rating ratings score stars star csat satisfaction satisfied overall review nps note bewertung zufriedenheit punktzahl \
         sterne calificacion satisfaccion puntuacion valoracion evaluation satisfaction etoiles beoordeling tevredenheid \
         cijfer avaliacao satisfacao nota valutazione soddisfazione voto feedback grade",
    ),
    (
        "EVENT",
        "event events action actions activity activities interaction interactions ereignis aktion aktivitat evento accion actividad evenement gebeurtenis actie acao azione vorgang",
    ),
    ("SHARE", "share shared shares teilen geteilt print printed compartir partager imprimer delen afdrukken"),
    (
        "PLAN",
        "schedule scheduled plan planned calendar versandplan geplant planung plan calendario programado planning gepland agenda planifie",
    ),
    (
        "NOTES",
        "notes note comment comments bemerkung bemerkungen kommentar notiz notas nota comentario commentaire remarque opmerking opmerkingen commento osservazioni",
    ),
    ("LEVEL", "level index score niveau nivel livello"),
    ("ACTIVITY", "activity aktivitat actividad activite activiteit atividade attivita"),
];

/// Words that say nothing.
const EMPTY: &[&str] = &[
    "the",
    "of",
    "a",
    "an",
    "de",
    "del",
    "la",
    "le",
    "les",
    "el",
    "los",
    "di",
    "da",
    "do",
    "du",
    "des",
    "der",
    "die",
    "das",
    "des",
    "van",
    "het",
    "is",
    "in",
    "and",
    "und",
    "et",
    "y",
    "e",
    "en",
    "is",
    "my",
    "your",
    "value",
    "s",
    "l",
    "d",
    "o",
    "for",
    "by",
    "with",
    "properties",
    "export",
    "csv",
];

static WORDS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Vec<&str>> = HashMap::new();
    for (thing, list) in THINGS {
        for word in list.split_whitespace() {
            let things = words.entry(word).or_default();
            if !things.contains(thing) {
                things.push(thing);
            }
        }
    }
    words
});

/// What a name speaks of.
#[derive(Clone, Debug, Default)]
pub(super) struct Spoken {
    /// Its words, in small letters without marks.
    pub(super) words: Vec<String>,
    /// For each word, the things that it may mean.
    things: Vec<BTreeSet<&'static str>>,
}

impl Spoken {
    pub(super) fn of(name: &str) -> Spoken {
        let words = words(name);
        let things = words.iter().map(|word| things(word)).collect();
        Spoken { words, things }
    }

    /// Whether any word means a thing.
    pub(super) fn has(&self, thing: &str) -> bool {
        self.things.iter().any(|things| things.contains(thing))
    }

    /// The words that do not mean a thing.
    pub(super) fn without(&self, thing: &str) -> Vec<&str> {
        let words = self.words.iter().zip(&self.things).filter(|(_, things)| !things.contains(thing));
        words.map(|(word, _)| word.as_str()).collect()
    }

    /// Whether both speak of one thing that is not just a number or a name.
    pub(super) fn shares_a_thing(&self, other: &Spoken) -> bool {
        let tells = |thing: &&&str| !matches!(**thing, "ID" | "NAME" | "DATE" | "TIME" | "TYPE");
        self.things.iter().flatten().filter(tells).any(|thing| other.has(thing))
    }

    /// How much of the name these things are; 0 if one of them is not in it. A word that says something else lowers it.
    pub(super) fn share(&self, wanted: &[&str]) -> f64 {
        if self.words.is_empty() || !wanted.iter().all(|thing| self.has(thing)) {
            return 0.0;
        }
        let meant = self.things.iter().filter(|things| wanted.iter().any(|thing| things.contains(thing))).count();
        meant as f64 / self.words.len() as f64
    }
}

fn plain(text: &str) -> String {
    text.to_lowercase().replace('ß', "ss").nfd().filter(|c| !('\u{300}'..'\u{370}').contains(c)).collect()
}

/// The words of a name: apart by spaces and signs, and by capitals within.
fn words(name: &str) -> Vec<String> {
    let mut apart = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    let name = name.replace("E-Mail", "Email").replace("e-mail", "email").replace("E-mail", "Email");
    let chars: Vec<char> = name.chars().collect();
    for (index, c) in chars.iter().enumerate() {
        let next_is_small = chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase()
            && (before.is_lowercase() || before.is_ascii_digit() || (before.is_uppercase() && next_is_small))
        {
            apart.push(' ');
        }
        apart.push(*c);
        before = *c;
    }
    let words: Vec<String> = plain(&apart)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !EMPTY.contains(word) && !word.bytes().all(|byte| byte.is_ascii_digit()))
        .map(str::to_owned)
        .collect();
    words
}

/// What a word may mean.
fn things(word: &str) -> BTreeSet<&'static str> {
    let known = |word: &str| -> Option<&Vec<&'static str>> {
        WORDS.get(word).or_else(|| {
            // Plurals.
            ["s", "n", "en", "es", "e", "i"]
                .iter()
                .find_map(|end| word.strip_suffix(end).filter(|stem| stem.len() >= 3).and_then(|stem| WORDS.get(stem)))
        })
    };
    let mut found: BTreeSet<&'static str> = BTreeSet::new();
    if let Some(things) = known(word) {
        found.extend(things);
        return found;
    }
    // Two words in one, as in Kundennummer or customerid.
    let parts = (2..word.len().saturating_sub(1)).filter(|at| word.is_char_boundary(*at)).find_map(|at| {
        let (first, second) = word.split_at(at);
        let links = ["", "s", "n", "en"];
        let first = links.iter().find_map(|link| known(first.strip_suffix(link).filter(|stem| stem.len() >= 2)?))?;
        Some((first, known(second)?))
    });
    if let Some((first, second)) = parts {
        found.extend(first);
        found.extend(second);
        return found;
    }
    // A known word at an end, such as in Leitkundennr.
    for (known, things) in WORDS.iter().filter(|(known, _)| known.len() >= 5 && word.len() >= known.len() + 2) {
        if word.starts_with(known) || word.ends_with(known) {
            found.extend(things);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_many_languages_speak_of_the_same() {
        for (name, wanted) in [
            ("Kundennr.", &["PERSON", "ID"][..]),
            ("customerid", &["PERSON", "ID"]),
            ("CustomerID", &["PERSON", "ID"]),
            ("household_id", &["PERSON", "ID"]),
            ("Loyalty Number", &["PERSON", "ID"]),
            ("N° client", &["PERSON"]),
            ("Número de socio", &["PERSON", "ID"]),
            ("Klantnummer", &["PERSON", "ID"]),
            ("codice_cliente", &["PERSON"]),
            ("Bestelldatum", &["DATE", "ORDER"]),
            ("Data da compra", &["DATE", "ORDER"]),
            ("E-Mail-Adresse", &["EMAIL"]),
            ("Gem. sessieduur", &["DURATION", "AVERAGE"]),
            ("membership_year", &["TIER", "YEAR"]),
        ] {
            let spoken = Spoken::of(name);
            assert!(wanted.iter().all(|thing| spoken.has(thing)), "{name}: {spoken:?}");
        }
        assert_eq!(Spoken::of("Order Item Total").share(&["ORDER", "AMOUNT"]), 2.0 / 3.0);
        assert_eq!(Spoken::of("Order Item Total").share(&["PERSON"]), 0.0);
    }
}
