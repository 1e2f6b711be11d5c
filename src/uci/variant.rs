//! The names of variants, in UCI and in the protocol of `XBoard`.

use std::sync::Arc;

use crate::{
    notation::{variant::built_in, variant_name::Named},
    rules::variant::Rules,
};

/// The engine's word for a variant among those that it offers: our name, or another spelling of it.
pub fn offered_name<'a>(rules: &Arc<Rules>, offered: &'a [String]) -> Option<&'a str> {
    let own = match rules.settings().boards {
        1 | 2 => rules.name().to_owned(),
        boards => format!("{}:{boards}", rules.name()),
    };
    let is_spelling = |name: &&String| match Named::find(name) {
        Some(Named::Rules(known)) => Arc::ptr_eq(known, rules),
        _ => false,
    };
    let exact = offered.iter().find(|name| **name == own);
    exact.or_else(|| offered.iter().find(is_spelling)).map(String::as_str)
}

/// What an engine lacks for a variant, as the end of a sentence that begins with its name.
pub fn missing_variant(rules: &Rules) -> String {
    match rules.settings().boards {
        1 => format!("does not play {}", rules.name()),
        2 => format!("does not play {}", rules.title()),
        boards => format!("does not play {} on {boards} boards", rules.title()),
    }
}

/// The names of the built-in variants; ordinary chess is the first of them.
pub(super) fn built_in_names() -> Vec<String> {
    built_in::all().iter().map(|rules| rules.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn rules(name: &str) -> Arc<Rules> {
        let variant: Variant = name.parse().expect(name);
        Arc::clone(variant.rules().expect(name))
    }

    #[test]
    fn an_engine_may_spell_a_variant_in_its_own_way() {
        let offered = ["chess", "koth", "3check", "alice", "giveaway"].map(str::to_owned);
        for (name, word) in [
            ("kingofthehill", Some("koth")),
            ("3check", Some("3check")),
            ("alice", Some("alice")),
            ("alice:3", None),
            ("antichess", None),
        ] {
            assert_eq!(offered_name(&rules(name), &offered), word, "{name}");
        }
        assert_eq!(missing_variant(&rules("atomic")), "does not play atomic");
        assert_eq!(missing_variant(&rules("alice:3")), "does not play Alice chess on 3 boards");
    }
}
