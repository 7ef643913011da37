// Package enginetest is the suite that every engine passes.
//
// An engine's package has one test that calls Run, one that calls Records, one fuzz target that calls FuzzLine and
// benchmarks that call the helpers of this package. Run plays random games with fixed seeds, for every number of
// players and every option, and holds each promise of engine.State against them. A game that breaks a promise is
// shortened and told as a table record, ready to be kept as a test.
package enginetest
