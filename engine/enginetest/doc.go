// Package enginetest is the test suite that every engine must pass.
//
// An engine's package has one test that calls Run, one that calls Records, one fuzz target that calls FuzzLine, and benchmarks that call the helpers
// of this package. Run plays random games with fixed seeds, for every number of players and every option, and checks each promise of engine.State in
// them. A game that breaks a promise is shortened and printed as a table record, ready to be kept as a test.
package enginetest
