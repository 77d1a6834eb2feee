//! Seals: digests of the files that a result depends on, so that a later run knows whether it still holds.

use std::path::PathBuf;

use super::input::{Input, load_component, load_file};
use crate::dialect::Text;
use crate::digest::Digest;
use crate::render::Seal;

impl Input {
    /// Returns the digest of the files of a program, and of the settings of the run.
    pub fn digest(&self, settings: u64) -> u64 {
        let mut digest = Digest::default();
        digest.number(settings);
        if let Some(configuration) = &self.configuration {
            digest.text(&configuration.path.to_string_lossy());
            digest.text(&configuration.settings.fingerprint());
        }
        self.modules.add_to(&mut digest);
        digest_of(digest.finish(), &self.texts)
    }

    /// Returns the seal of its result, once it has been checked: the digest of its own files, those of its components, and other
    /// files that it names. `own` is its [`Self::digest`], from before the check.
    pub fn seal(&self, own: u64) -> Seal {
        self.seal_with(own, &self.components)
    }

    /// Holds if a seal was made with these settings, and nothing that the result depends on has changed since.
    pub fn is_sealed_by(&self, seal: &Seal, settings: u64) -> bool {
        let components: Vec<PathBuf> = seal.components.iter().map(PathBuf::from).collect();
        self.seal_with(self.digest(settings), &components).digest == seal.digest
    }

    fn seal_with(&self, own: u64, components: &[PathBuf]) -> Seal {
        let system = self.roots.system();
        let digest = components.iter().fold(own, |before, directory| {
            // Whether the errors of a called module are in the result depends on what else is checked.
            let before = before.wrapping_add(u64::from(self.modules.is_reported(directory, system)));
            if system.is_file(directory) {
                return digest_of(before, &[load_file(directory, &self.roots)]);
            }
            match load_component(directory, &self.roots, self.dialect) {
                Ok(texts) => digest_of(before, &texts),
                Err(_) => before.wrapping_add(1),
            }
        });
        let components = components.iter().map(|directory| directory.display().to_string()).collect();
        Seal { digest: format!("{digest:016x}"), components }
    }
}

fn digest_of(before: u64, texts: &[Text]) -> u64 {
    let mut digest = Digest::default();
    digest.number(before);
    for text in texts {
        text.add_to(&mut digest);
    }
    digest.finish()
}
