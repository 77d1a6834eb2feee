//! placeholder
fn x(){}
