//! Paths of files in a tree, named from a folder.

use std::path::{Component, Path, PathBuf};

use super::{TreeNode, TreeValue};

/// Keys whose values are paths.
const KEYS: [&str; 5] = ["file", "edges_of", "points_of", "folder", "start"];

/// Makes the absolute paths in a tree relative to `folder`, which is absolute.
pub fn relate_paths(node: &mut TreeNode, folder: &Path) {
    rename(node, &|path| {
        path.is_absolute().then(|| relative(path, folder))
    });
}

/// Makes the relative paths in a tree absolute where they lead to something from `folder`.
pub fn anchor_paths(node: &mut TreeNode, folder: &Path) {
    rename(node, &|path| {
        let found = folder.join(path).canonicalize().ok()?;
        Some(found.to_string_lossy().into_owned())
    });
}

/// Replaces paths by what `name` makes of them, if anything.
fn rename(node: &mut TreeNode, name: &impl Fn(&Path) -> Option<String>) {
    match &mut node.value {
        TreeValue::List(items) => items.iter_mut().for_each(|item| rename(item, name)),
        TreeValue::Table(entries) => {
            for (key, child) in entries {
                match &mut child.value {
                    TreeValue::Text(path) if KEYS.contains(&key.as_str()) => {
                        if let Some(new) = name(Path::new(path)) {
                            *path = new;
                        }
                    }
                    _ => rename(child, name),
                }
            }
        }
        _ => {}
    }
}

/// `path` as seen from `folder`, both absolute.
fn relative(path: &Path, folder: &Path) -> String {
    let [to, from]: [Vec<Component>; 2] = [path, folder].map(|p| p.components().collect());
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = from[common..].iter().map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to[common..].iter().copied()).collect();
    way.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_one_folder_to_another() {
        let from = |folder: &str| relative(Path::new("/a/b/mesh.msh"), Path::new(folder));
        assert_eq!(from("/a/b"), "mesh.msh");
        assert_eq!(from("/a/c/d"), "../../b/mesh.msh");
        assert_eq!(from("/"), "a/b/mesh.msh");
    }
}
