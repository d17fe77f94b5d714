//! Linker arguments of a Python module on systems that need some.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
