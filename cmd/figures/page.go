package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The figures of the page: for a phone that comes to the lobby, when it comes again, and for another one that comes in the middle of a game.
var pageFigures = slices.Concat(visitFigures("first visit"), visitFigures("visit again"), visitFigures("into a game"))

// visitFigures returns the figures of a visit: what is loaded over the network, compressed as it comes, in how many requests, and when a tap on the page has its
// effect for the first time, counted from the moment the page is asked for.
func visitFigures(visit string) []figure {
	return []figure{
		{title: visit + ", loaded", unit: "kB"}, {title: visit + ", requests", unit: "", exact: true}, {title: visit + ", first tap", unit: "ms"},
	}
}

const (
	slowPhone = 4                     // times as slow as this machine
	roundTrip = 40 * time.Millisecond // between phone and table
	bandwidth = 10e6 / 8              // bytes a second
)

// What a visitor taps first: a button by its text, and the elements whose number a tap changes.
var (
	addPlayer = tap{button: "Another player", counted: "#lobby .players li"}
	onlyWatch = tap{button: "Only watch", counted: "#table button"}
)

type tap struct{ button, counted string }

// script taps the button until a tap has its effect, and keeps the time at which that happened.
func (t tap) script() string {
	return fmt.Sprintf(`
	window.tapped = new Promise((done) => {
		const count = () => document.querySelectorAll(%q).length;
		const timer = setInterval(() => {
			const button = [...document.querySelectorAll("main button")].find((b) => b.textContent === %q);
			const before = count();
			button?.click();
			setTimeout(() => {
				if (!button || count() === before) return;
				clearInterval(timer);
				done(performance.now());
			});
		}, 5);
	});`, t.counted, t.button)
}

// measurePage has a browser come to the lobby of a table twice, and another one to the game that is played there then.
func (p *program) measurePage(ctx context.Context) (err error) {
	state, err := os.MkdirTemp(p.dir, "page")
	if err != nil {
		return err
	}
	t, err := p.start(ctx, state)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.stop()) }()
	first, stop := newBrowser(ctx, filepath.Join(state, "first"))
	defer stop()
	second, stop := newBrowser(ctx, filepath.Join(state, "second"))
	defer stop()
	visits := []func() (visited, error){
		func() (visited, error) { return visit(first, t.address, addPlayer) },
		func() (visited, error) { return visit(first, t.address, addPlayer) },
		func() (visited, error) {
			if err := t.fill(); err != nil {
				return visited{}, err
			}
			return visit(second, t.address, onlyWatch)
		},
	}
	for i, come := range visits {
		v, err := come()
		if err != nil {
			return fmt.Errorf("opening the page in a browser: %w", err)
		}
		all := pageFigures[3*i:]
		p.results.of(all[0]).add(v.bytes / 1000)
		p.results.of(all[1]).add(v.requests)
		p.results.of(all[2]).add(v.tap)
	}
	return nil
}

// newBrowser returns the context of a browser that was never at the table. It is started at its first visit.
func newBrowser(ctx context.Context, dir string) (browser context.Context, stop context.CancelFunc) {
	return chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir), chromedp.Flag("disable-component-update", true))...)
}

// visited is what a visit took: see visitFigures.
type visited struct{ bytes, requests, tap float64 }

// visit opens the page in a new tab, taps there, and closes it.
func visit(browser context.Context, address string, first tap) (v visited, err error) {
	ctx, stop := chromedp.NewContext(browser)
	defer stop()
	ctx, late := context.WithTimeout(ctx, timeout)
	defer late()
	var mu sync.Mutex
	chromedp.ListenTarget(ctx, func(ev any) {
		if done, ok := ev.(*network.EventLoadingFinished); ok && done.EncodedDataLength > 0 {
			mu.Lock()
			defer mu.Unlock()
			v.bytes += done.EncodedDataLength
			v.requests++
		}
	})
	var tap float64
	err = chromedp.Run(ctx,
		network.Enable(),
		emulation.SetCPUThrottlingRate(slowPhone),
		chromedp.ActionFunc(func(ctx context.Context) error {
			far := network.Conditions{Latency: milliseconds(roundTrip), DownloadThroughput: bandwidth, UploadThroughput: bandwidth}
			_, slow := network.EmulateNetworkConditionsByRule(false, []*network.Conditions{&far}).Do(ctx)
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(first.script()).Do(ctx)
			return errors.Join(slow, err)
		}),
		chromedp.Navigate("http://"+address+"/"),
		chromedp.Evaluate(`window.tapped`, &tap, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
		chromedp.Sleep(time.Second), // what the page loads for later is loaded, too
	)
	mu.Lock()
	defer mu.Unlock()
	v.tap = tap
	return v, err
}
