package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The figures of the page, for a phone that comes to the lobby: at its first visit, and when it comes again.
var pageFigures = append(visitFigures("first visit"), visitFigures("visit again")...)

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

// tapScript taps the button that adds a player to the form until it adds one, and keeps the time at which that happened.
const tapScript = `
	window.tapped = new Promise((done) => {
		const rows = () => document.querySelectorAll("#lobby .players li").length;
		const timer = setInterval(() => {
			const button = [...document.querySelectorAll("#lobby button")].find((b) => b.textContent === "Another player");
			const before = rows();
			button?.click();
			setTimeout(() => {
				if (!button || rows() === before) return;
				clearInterval(timer);
				done(performance.now());
			});
		}, 5);
	});`

// measurePage has a browser that was never here come to a table twice.
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
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(state, "browser")), chromedp.Flag("disable-component-update", true))
	browser, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	for i := range 2 {
		v, err := visit(browser, "http://"+t.address+"/")
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

// visited is what a visit took: see visitFigures.
type visited struct{ bytes, requests, tap float64 }

// visit opens the page in a new tab, and closes it.
func visit(browser context.Context, url string) (v visited, err error) {
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
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(tapScript).Do(ctx)
			return errors.Join(slow, err)
		}),
		chromedp.Navigate(url),
		chromedp.Evaluate(`window.tapped`, &tap, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
		chromedp.Sleep(time.Second), // what the page loads for later is loaded, too
	)
	mu.Lock()
	defer mu.Unlock()
	v.tap = tap
	return v, err
}
