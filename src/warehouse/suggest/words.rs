//! What the names of columns, files and sheets speak of, in the languages of many exports.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::things::THINGS;

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
    "valid",
    "gultig",
    "geldig",
    "valable",
    "valido",
    "valida",
    "eur",
    "usd",
    "gbp",
    "chf",
    "euro",
    "euros",
    "gueltig",
    "aud",
    "cad",
];

/// Words that say that an amount counts hundredths.
const CENTS: &[&str] =
    &["cents", "cent", "pence", "minor", "minorunits", "centimos", "centavos", "centesimi", "centimes", "rappen"];

/// Words that mean something else together.
const PHRASES: &[(&str, &str)] = &[
    ("sign up", "signup"),
    ("signed up", "signup"),
    ("sign in", "signin"),
    ("sign ins", "signin"),
    ("log ins", "login"),
    ("signed in", "signin"),
    ("log in", "login"),
    ("logged in", "login"),
    ("log on", "logon"),
    ("opt in", "optin"),
    ("opted in", "optin"),
    ("opt out", "optout"),
    ("opted out", "optout"),
    ("time stamp", "timestamp"),
    ("minor units", "minorunits"),
    ("minor unit", "minorunits"),
    ("sub total", "subtotal"),
    ("number of", "count"),
    ("no of", "count"),
    ("nr of", "count"),
    ("num of", "count"),
    ("on hand", "onhand"),
    ("in stock", "instock"),
    ("stock code", "stockcode"),
    ("stock no", "stockcode"),
    ("stock number", "stockcode"),
    ("stock id", "stockcode"),
    ("add on", "addon"),
    ("order value", "order total"),
    ("basket value", "basket total"),
    ("purchase value", "purchase total"),
    ("transaction value", "transaction total"),
];

/// What stands in a row that adds up the others, in the place of a day.
const TOTALS: &[&str] = &[
    "total",
    "totals",
    "grand total",
    "subtotal",
    "sub total",
    "sum",
    "summe",
    "gesamt",
    "gesamtsumme",
    "insgesamt",
    "totaal",
    "eindtotaal",
    "somme",
    "total general",
    "totale",
    "total geral",
    "all",
    "overall",
];

/// Whether a value is such a word.
pub(super) fn is_total(value: &str) -> bool {
    // Most values are no words.
    value.len() < 20 && value.starts_with(char::is_alphabetic) && TOTALS.contains(&spoken(value).trim())
}

/// Last words that say that a name is a date, as in "joined on" or "erstellt am".
const DAYS: &[&str] = &["on", "am", "op", "em", "il", "el", "le"];

/// Letters between the two parts of a compound word, as in Mitgliedsnummer.
const LINKS: &[&str] = &["", "s", "n", "en", "es", "er"];

/// Short words that are parts of others. Any other short word would be found in words that have nothing to do with it.
const PARTS: &[&str] = &[
    "adr", "amt", "art", "at", "avg", "bon", "cd", "cnt", "cod", "cus", "dt", "dte", "dtm", "eff", "exp", "geb", "grp",
    "id", "inv", "itm", "job", "kd", "key", "lid", "lob", "loc", "mbr", "mem", "nbr", "nm", "no", "nr", "nro", "num",
    "prd", "qty", "reg", "seg", "sku", "src", "str", "tag", "tel", "trn", "trx", "ts", "txn", "typ", "uid", "url",
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

    /// Whether no word means anything.
    pub(super) fn says_nothing(&self) -> bool {
        self.things.iter().all(BTreeSet::is_empty)
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

/// The words of a name between spaces: apart by spaces and signs, and by capitals within.
fn spoken(name: &str) -> String {
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
    let plain = plain(&apart);
    let spaced: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut text = format!(" {} ", spaced.join(" "));
    for (phrase, word) in PHRASES {
        text = text.replace(&format!(" {phrase} "), &format!(" {word} "));
    }
    text
}

/// The words of a name that tell something.
fn words(name: &str) -> Vec<String> {
    let text = spoken(name);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if let [_, .., last] = words.as_mut_slice()
        && DAYS.contains(last)
    {
        *last = "date";
    }
    let tells =
        |word: &&str| !EMPTY.contains(word) && !CENTS.contains(word) && !word.bytes().all(|byte| byte.is_ascii_digit());
    words.into_iter().filter(tells).map(str::to_owned).collect()
}

/// Whether the name of a column says that its amounts count hundredths.
pub(super) fn in_cents(name: &str) -> bool {
    spoken(name).split_whitespace().any(|word| CENTS.contains(&word))
}

/// A word as it is known, without the end of a plural and with `ue` for `ü`, and what it means.
fn known(word: &str) -> Option<(&'static str, &'static [&'static str])> {
    let same = |word: &str| WORDS.get_key_value(word).map(|(known, things)| (*known, things.as_slice()));
    let stem = |word: &str| {
        let ends = ["s", "n", "en", "es", "e", "i"].iter();
        let mut stems = ends.filter_map(|end| word.strip_suffix(end)).filter(|stem| stem.len() >= 3);
        same(word).or_else(|| stems.find_map(same))
    };
    stem(word).or_else(|| stem(&word.replace("ae", "a").replace("oe", "o").replace("ue", "u")))
}

/// What a word may mean.
fn things(word: &str) -> BTreeSet<&'static str> {
    let mut found: BTreeSet<&'static str> = BTreeSet::new();
    if let Some((_, things)) = known(word) {
        found.extend(things);
        return found;
    }
    // A number at the end, as in Address2.
    let unnumbered = word.trim_end_matches(|c: char| c.is_ascii_digit());
    if unnumbered.len() >= 2 && unnumbered.len() < word.len() {
        return things(unnumbered);
    }
    // Two words in one, as in Kundennummer or customerid. The best split has no very short part.
    let part = |word: &str| known(word).filter(|(known, _)| known.len() >= 4 || PARTS.contains(known));
    let splits = (2..word.len().saturating_sub(1)).filter(|at| word.is_char_boundary(*at)).filter_map(|at| {
        let (first, second) = word.split_at(at);
        let (_, of_first) = LINKS.iter().find_map(|link| part(first.strip_suffix(link)?))?;
        let (_, of_second) = part(second)?;
        Some((first.len().min(second.len()), of_first, of_second))
    });
    if let Some((_, first, second)) = splits.max_by_key(|(shorter, _, _)| *shorter) {
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
            ("MBR_NBR", &["PERSON", "ID"]),
            ("CUST_NO", &["PERSON", "ID"]),
            ("custno", &["PERSON", "ID"]),
            ("Acct No.", &["PERSON", "ID"]),
            ("KUNNR", &["PERSON", "ID"]),
            ("Kd.-Nr.", &["PERSON", "ID"]),
            ("Mgl.-Nr.", &["PERSON", "ID"]),
            ("Nº de socio", &["PERSON", "ID"]),
            ("Relatienummer", &["PERSON", "ID"]),
            ("Lidnummer", &["PERSON", "ID"]),
            ("Deelnemersnummer", &["PERSON", "ID"]),
            ("Spendernummer", &["PERSON", "ID"]),
            ("Schülernummer", &["PERSON", "ID"]),
            ("Mitgliedernummer", &["PERSON", "ID"]),
            ("PatientID", &["PERSON", "ID"]),
            ("Policyholder No", &["PERSON", "ID"]),
            ("voter_id", &["PERSON", "ID"]),
            ("Código del abonado", &["PERSON", "ID"]),
            ("N° adhérent", &["PERSON"]),
            ("Codice tesserato", &["PERSON", "ID"]),
            ("Id do associado", &["PERSON", "ID"]),
            ("Verzekerde", &["PERSON"]),
            ("KAEUFER_ID", &["PERSON", "ID"]),
            ("EMP_ID", &["PARTY", "ID"]),
            ("Mitarbeiter-Nr.", &["PARTY", "ID"]),
            ("Contact owner", &["PARTY"]),
            ("Numero tessera", &["TIER", "ID"]),
            ("ENRL_DT", &["CREATED", "REGISTERED", "DATE"]),
            ("REG_TS", &["CREATED", "TIME"]),
            ("Sign Up Date", &["CREATED", "DATE"]),
            ("Inscrit le", &["CREATED", "DATE"]),
            ("Angemeldet am", &["CREATED", "DATE"]),
            ("Aangemaakt op", &["CREATED", "DATE"]),
            ("Criado em", &["CREATED", "DATE"]),
            ("joinedOn", &["CREATED", "DATE"]),
            ("Beitrittsdatum", &["CREATED", "DATE"]),
            ("EFF_DT", &["START", "DATE"]),
            ("GUELTIG_AB", &["START"]),
            ("EXP_DT", &["END", "DATE"]),
            ("Gültig bis", &["END"]),
            ("Valid Until", &["END"]),
            ("Vervaldatum", &["END", "DATE"]),
            ("TXN_DTM", &["ORDER", "DATE", "TIME"]),
            ("txnamt", &["ORDER", "AMOUNT"]),
            ("TRX_AMT", &["ORDER", "AMOUNT"]),
            ("Besteldatum", &["ORDER", "DATE"]),
            ("Kassenbonnummer", &["ORDER", "ID"]),
            ("Fecha del pago", &["ORDER", "DATE"]),
            ("Donation Amount", &["ORDER", "AMOUNT"]),
            ("Spendenbetrag", &["ORDER", "AMOUNT"]),
            ("Data dell'acquisto", &["ORDER", "DATE"]),
            ("Total (EUR)", &["AMOUNT"]),
            ("Montant TTC", &["SALES", "AMOUNT"]),
            ("Tagesumsatz", &["SALES"]),
            ("ITM_QTY", &["LINE", "QUANTITY"]),
            ("nb_visites", &["QUANTITY", "SESSION"]),
            ("Number of uses", &["QUANTITY", "REDEEMED"]),
            ("Times Used", &["QUANTITY", "REDEEMED"]),
            ("Anzahl Einloesungen", &["QUANTITY", "REDEEMED"]),
            ("Utilizzi", &["REDEEMED"]),
            ("Eingelöst am", &["REDEEMED", "DATE"]),
            ("CPN_CD", &["OFFER", "ID"]),
            ("Prämiennummer", &["OFFER", "ID"]),
            ("Voordeelcode", &["OFFER", "ID"]),
            ("Récompense", &["OFFER"]),
            ("Ventajas", &["OFFER"]),
            ("PRODCD", &["PRODUCT", "ID"]),
            ("MATNR", &["PRODUCT", "ID"]),
            ("StockCode", &["PRODUCT", "ID"]),
            ("Item on hand", &["STOCK"]),
            ("stock_qty", &["STOCK", "QUANTITY"]),
            ("Lagerbestand", &["STOCK"]),
            ("Voorraad", &["STOCK"]),
            ("STR_NBR", &["PARTNER", "ID"]),
            ("VNDR_NM", &["PARTNER", "NAME"]),
            ("Leverancier", &["PARTNER"]),
            ("Partenaire", &["PARTNER"]),
            ("Standortname", &["PARTNER", "NAME"]),
            ("Filiaalcode", &["PARTNER", "ID"]),
            ("Sucursal", &["PARTNER"]),
            ("CTGRY_DESC", &["CATEGORY", "DESCRIPTION"]),
            ("Warengruppennr.", &["CATEGORY", "ID"]),
            ("Mitgliedsart", &["PERSON", "TYPE"]),
            ("Mitgliedschaft", &["TIER"]),
            ("Lidmaatschap", &["TIER"]),
            ("LVL_NM", &["TIER", "NAME"]),
            ("STS_CD", &["STATUS", "ID"]),
            ("Login Result", &["LOGIN", "STATUS"]),
            ("SEG_NM", &["AUDIENCE", "NAME"]),
            ("GRP_CD", &["GROUP", "ID"]),
            ("ENRL_SRC", &["CREATED", "SOURCE"]),
            ("CHNL", &["SOURCE"]),
            ("How did you hear about us?", &["SOURCE"]),
            ("Aanmeldkanaal", &["CREATED", "SOURCE"]),
            ("Canal de captación", &["SOURCE"]),
            ("Geb.-Datum", &["PERSONAL", "DATE"]),
            ("Address2", &["ADDRESS"]),
            ("SBJ_LINE", &["SUBJECT", "LINE"]),
            ("Betreffzeile", &["SUBJECT"]),
            ("MSG_ID", &["MESSAGE", "ID"]),
            ("CMPGN_NM", &["CAMPAIGN", "NAME"]),
            ("SNT_DTTM", &["SENT", "DATE", "TIME"]),
            ("OPN_CNT", &["OPEN", "QUANTITY"]),
            ("CLK_TS", &["CLICK", "TIME"]),
            ("Opt-Out Date", &["UNSUBSCRIBED", "DATE"]),
            ("Afmelddatum", &["UNSUBSCRIBED", "DATE"]),
            ("SESS_DUR", &["SESSION", "DURATION"]),
            ("PG_IMPR", &["PAGE", "PAGEVIEW"]),
            ("SRCH_QRY", &["SEARCH"]),
            ("Logged in at", &["LOGIN", "TIME"]),
            ("SVY_ID", &["POLL", "ID"]),
            ("Vragenlijst", &["POLL"]),
            ("Vraagtekst", &["QUESTION", "DESCRIPTION"]),
            ("Question1", &["QUESTION"]),
            ("ANS_TXT", &["OPTION", "DESCRIPTION"]),
            ("RSP_DT", &["RESPONSE", "DATE"]),
            ("RTG", &["RATING"]),
            ("Klanttevredenheid", &["PERSON", "RATING"]),
            ("EVT_TYP", &["EVENT", "TYPE"]),
            ("ACT_LVL", &["ACTIVITY", "LEVEL"]),
            ("Anmerkungen", &["NOTES"]),
            ("RMKS", &["NOTES"]),
            ("Observaciones", &["NOTES"]),
            ("Opmerking", &["NOTES"]),
        ] {
            let spoken = Spoken::of(name);
            assert!(wanted.iter().all(|thing| spoken.has(thing)), "{name}: {spoken:?}");
        }
        for (name, unwanted) in [
            ("Valid until", "START"),
            ("Stock", "PRODUCT"),
            ("StockCode", "STOCK"),
            ("Format", "TIME"),
            ("Format", "POLL"),
            ("Export country", "ORDER"),
            ("Customer support", "ORDER"),
            ("Discord", "ORDER"),
            ("Updated by", "DATE"),
            ("Social media", "PERSON"),
            ("Price (AUD)", "AUDIENCE"),
            ("Times used", "TIME"),
            ("KW", "SEARCH"),
            ("Username", "NAME"),
            ("Premium", "OFFER"),
            ("Employee number", "PERSON"),
            ("Owner", "PERSON"),
            ("Number of visits", "ID"),
            ("Performance", "POLL"),
            ("Effort", "ORDER"),
            ("Supplement", "PARTNER"),
            ("Plus", "PRODUCT"),
            ("Done", "ORDER"),
            ("Creative", "CREATED"),
            ("Candidates", "DATE"),
            ("Commerce", "PRODUCT"),
            ("Based on reviews", "DATE"),
            ("Add-on", "DATE"),
            ("Recommended", "END"),
            ("Sign Up", "LOGIN"),
            ("Active", "EVENT"),
            ("Punktestand", "STOCK"),
            ("Ansprechpartner", "PARTNER"),
        ] {
            let spoken = Spoken::of(name);
            assert!(!spoken.has(unwanted), "{name}: {spoken:?}");
        }
        assert_eq!(Spoken::of("Order Item Total").share(&["ORDER", "AMOUNT"]), 2.0 / 3.0);
        assert_eq!(Spoken::of("Order Item Total").share(&["PERSON"]), 0.0);
    }
}
