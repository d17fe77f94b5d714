//! Types of the language that mirror those of the generators, so that a scene can write them.

/// An enum with the variants of the generators' enum of the same name, as words.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl From<generate::$name> for $name {
            fn from(word: generate::$name) -> Self {
                match word { $(generate::$name::$variant => $name::$variant,)* }
            }
        }

        impl From<$name> for generate::$name {
            fn from(word: $name) -> Self {
                match word { $($name::$variant => generate::$name::$variant,)* }
            }
        }
    )*};
}

/// A shape of the language for each parameter struct of a generator: the same fields, readable
/// from a scene, with the generator's defaults; `[m]` after a field is its unit.
macro_rules! shapes {
    ($($(#[$about:meta])* $shape:ident = $parameters:ident { $($(#[$doc:meta])* $field:ident: $kind:ty $([$unit:ident])?,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $shape {
            $(
                $(#[$doc])*
                $(#[schemars(extend("unit" = stringify!($unit)))])?
                pub $field: $kind,
            )*
        }

        impl Default for $shape {
            fn default() -> Self {
                let defaults = generate::$parameters::default();
                Self { $($field: defaults.$field.into(),)* }
            }
        }

        impl From<$shape> for generate::$parameters {
            fn from(shape: $shape) -> Self {
                Self { $($field: shape.$field.into(),)* }
            }
        }
    )*};
}

pub(super) use {shapes, words};
