//! The variant keys of Sayū except `tiles`: the supply is passed as patterns.

use crate::naive::{differing, one_of, rule_pairs};

/// A rule set, one field per key.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) radius: i32,
    /// `back=mirrored`: Second's side shows the mirror image of First's.
    pub(super) mirrored_back: bool,
    /// `convert=optional`: a chain may stop before any step.
    pub(super) optional: bool,
    /// Komi in half tiles.
    pub(super) komi_halves: i32,
    pub(super) swap: bool,
}

impl Rules {
    fn standard() -> Rules {
        Rules {
            radius: 3,
            mirrored_back: false,
            optional: false,
            komi_halves: 0,
            swap: false,
        }
    }

    pub(super) fn parse(text: &str) -> Result<Rules, String> {
        let mut rules = Rules::standard();
        for (key, value) in rule_pairs(text)? {
            match key {
                "radius" => rules.radius = one_of(key, value, &[("1", 1), ("2", 2), ("3", 3)])?,
                "back" => {
                    rules.mirrored_back =
                        one_of(key, value, &[("same", false), ("mirrored", true)])?;
                }
                "convert" => {
                    rules.optional = one_of(key, value, &[("forced", false), ("optional", true)])?;
                }
                "komi" => rules.komi_halves = komi_halves(value)?,
                "swap" => rules.swap = one_of(key, value, &[("off", false), ("on", true)])?,
                _ => return Err(format!("rules: unknown key `{key}`")),
            }
        }
        Ok(rules)
    }

    pub(super) fn name(&self) -> String {
        differing(&self.pairs(), &Rules::standard().pairs())
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let word = |flag: bool, yes: &str, no: &str| (if flag { yes } else { no }).to_string();
        vec![
            ("radius", self.radius.to_string()),
            ("back", word(self.mirrored_back, "mirrored", "same")),
            ("convert", word(self.optional, "optional", "forced")),
            // Halves print exactly: `0.5`, `-2.5`, `7`.
            ("komi", (f64::from(self.komi_halves) / 2.0).to_string()),
            ("swap", word(self.swap, "on", "off")),
        ]
    }
}

fn komi_halves(value: &str) -> Result<i32, String> {
    let error = || format!("rules: invalid value `{value}`: expected a multiple of .5");
    // Only digits, point and minus: the number parser also accepts `inf`, `1e3` and `+1`.
    if !value
        .chars()
        .all(|symbol| symbol.is_ascii_digit() || symbol == '.' || symbol == '-')
    {
        return Err(error());
    }
    let halves = 2.0 * value.parse::<f64>().map_err(|_| error())?;
    if halves.fract() != 0.0 || halves.abs() > 1000.0 {
        return Err(error());
    }
    Ok(halves as i32)
}
