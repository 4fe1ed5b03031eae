tc.kernel @broken(%n: i32) {
  %x = tc.no_such_op %n : i32
  tc.return
}
