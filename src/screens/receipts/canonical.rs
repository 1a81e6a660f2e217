//! The canonical form of JSON (RFC 8785), and reading JSON that has only one meaning.

use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};

/// The canonical bytes.
///
/// # Errors
/// A number is not finite.
pub fn canonical(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    serde_json_canonicalizer::to_vec(value)
}

/// The SHA-256 of the canonical bytes, in hexadecimal.
pub fn digest(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(hexadecimal(&canonical(value)?))
}

/// The SHA-256 of bytes, in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads JSON in which no object has a name twice: readers do not agree on which of the two counts.
pub fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    Ok(serde_json::from_slice::<Unambiguous>(bytes)?.0)
}

struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Unambiguous(deserializer.deserialize_any(Reader)?))
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is too large"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unambiguous(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Unambiguous(value))) = object.next_entry::<String, _>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("the name {name:?} is there twice")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        String::from_utf8(canonical(&parse(json.as_bytes()).expect("JSON")).expect("canonical")).expect("text")
    }

    /// Section 3.2.2 and 3.2.3 of the RFC.
    #[test]
    fn the_examples_of_the_rfc() {
        let given = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
                        \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        assert_eq!(text(given), expected);
        // The bytes that section 3.2.4 lists.
        let bytes = "7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 \
                     6d 62 65 72 73 22 3a 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 \
                     2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37 5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 \
                     30 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d";
        let found: Vec<String> = text(given).bytes().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found.join(" "), bytes);

        let sorted = text(
            r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
                "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
                "\u00f6": "Latin Small Letter O With Diaeresis"}"#,
        );
        let order = ["Carriage", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew"];
        let places: Vec<usize> = order.iter().map(|name| sorted.find(name).expect("there")).collect();
        assert!(places.is_sorted(), "{sorted}");
    }

    /// Appendix B of the RFC: the bits of a double and its text.
    #[test]
    fn the_numbers_of_the_rfc() {
        for (bits, expected) in [
            (0x0000000000000000_u64, "0"),
            (0x8000000000000000, "0"),
            (0x0000000000000001, "5e-324"),
            (0x8000000000000001, "-5e-324"),
            (0x7fefffffffffffff, "1.7976931348623157e+308"),
            (0xffefffffffffffff, "-1.7976931348623157e+308"),
            (0x4340000000000000, "9007199254740992"),
            (0xc340000000000000, "-9007199254740992"),
            (0x4430000000000000, "295147905179352830000"),
            (0x44b52d02c7e14af5, "9.999999999999997e+22"),
            (0x44b52d02c7e14af6, "1e+23"),
            (0x44b52d02c7e14af7, "1.0000000000000001e+23"),
            (0x444b1ae4d6e2ef4e, "999999999999999700000"),
            (0x444b1ae4d6e2ef4f, "999999999999999900000"),
            (0x444b1ae4d6e2ef50, "1e+21"),
            (0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"),
            (0x3eb0c6f7a0b5ed8d, "0.000001"),
            (0x41b3de4355555553, "333333333.3333332"),
            (0x41b3de4355555554, "333333333.33333325"),
            (0x41b3de4355555555, "333333333.3333333"),
            (0x41b3de4355555556, "333333333.3333334"),
            (0x41b3de4355555557, "333333333.33333343"),
            (0xbecbf647612f3696, "-0.0000033333333333333333"),
            (0x43143ff3c1cb0959, "1424953923781206.2"),
        ] {
            let found = canonical(&f64::from_bits(bits)).expect("canonical");
            assert_eq!(String::from_utf8(found).expect("text"), expected, "{bits:x}");
        }
        for bits in [0x7fffffffffffffff_u64, 0x7ff0000000000000] {
            assert!(canonical(&f64::from_bits(bits)).is_err(), "{bits:x}");
        }
        assert_eq!(text("[12.0, 12, 1.2e1]"), "[12,12,12]");
    }

    #[test]
    fn a_name_that_is_there_twice_is_refused_wherever_it_is() {
        for ambiguous in [r#"{"a": 1, "a": 2}"#, r#"[{"b": {"a": 1, "c": 0, "\u0061": 1}}]"#] {
            let error = parse(ambiguous.as_bytes()).expect_err("refused").to_string();
            assert!(error.contains("\"a\" is there twice"), "{error}");
        }
        for broken in ["", "{", "{} {}", "[1e999]"] {
            assert!(parse(broken.as_bytes()).is_err(), "{broken}");
        }
        assert_eq!(parse(br#"{"b": [null, -1, 2.5, "x", true], "a": {}}"#).expect("JSON")["b"][1], -1);
    }
}
