package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"familiar/companion/protocol"
	"familiar/engine"
	"familiar/web/certificate"
)

const (
	headerTimeout   = 5 * time.Second
	requestTimeout  = 10 * time.Second // to read a whole request
	responseTimeout = 30 * time.Second // to write a whole answer: an old phone far from the access point
	idleTimeout     = time.Minute
	maxHeader       = 16 << 10
	endTimeout      = 5 * time.Second
)

// Options are the parts and settings of a server.
type Options struct {
	Table   Companion
	Bench   Bench // the virtual table; nil where the hardware is real
	Version string
	// Hosts are further names of this machine: `familiar.lan`.
	Hosts []string
	// URL is the address of the table for phones, "http://familiar.lan:8080". If it is empty, the server chooses an address at
	// which this machine can be reached.
	URL string
	// Page holds index.html, virtual.html and all files that they load. It is read once.
	Page fs.FS
	// Rules returns the rulebook of a game, nil if it has none. If Rules is nil, the game's own rules page is used.
	Rules func(game string) *engine.Rulebook
	// TLS has the certificate with which the table is served over TLS, too, at the same address. nil: it is not.
	TLS certificate.Source
	// TLSFault is called with what is wrong with the certificate, and with nil when nothing is any more; nil: nobody is told.
	TLSFault func(error)
	Logger   *slog.Logger // nil: nothing is logged
}

// Server serves one table.
type Server struct {
	opt      Options
	log      *slog.Logger
	hosts    *hosts
	page     map[string]*asset
	mark     string // a hash of the page
	pages    pageSockets
	rules    *rulebooks
	games    map[string][]protocol.GameView
	panel    picture
	sockets  running
	places   places
	networks *networks
	slow     *slowRequests  // of requests that may take long
	unsent   atomic.Int64   // bytes of large replies that were not sent yet
	tlsFault string         // the last one told; the goroutine that keeps the certificate owns it
	odd      rate.Sometimes // how often odd requests are logged: anybody on the network can make any number of them
	pace     time.Duration  // between two updates to one viewer
	upgrader websocket.Upgrader
	ctx      context.Context // of all sockets
	end      context.CancelCauseFunc
}

// New makes a server. It leaves out files of the page that cannot be read, and logs them.
func New(opt Options) *Server {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		opt:      opt,
		log:      opt.Logger,
		hosts:    ownHosts(opt.Hosts),
		page:     readPage(opt.Page, opt.Logger),
		pace:     updateInterval,
		networks: newNetworks(),
		slow:     newSlowRequests(),
		odd:      rate.Sometimes{First: 10, Interval: time.Minute},
		rules:    newRules(opt.Table.Games(), opt.Rules, opt.Logger),
		games:    viewGames(opt.Table.Games(), opt.Logger),
	}
	s.mark = stampPages(s.page)
	s.upgrader = websocket.Upgrader{
		HandshakeTimeout: writeTimeout,
		ReadBufferSize:   1 << 10, // requests are short
		// A snapshot fits, so it goes out in one write. Phones have nothing to write most of the time, so they share the buffers.
		WriteBufferSize: 16 << 10,
		WriteBufferPool: new(sync.Pool),
		// Only large messages are compressed: see compressFirst and compressFrom.
		EnableCompression: true,
		// guard has checked the origin already.
		CheckOrigin: func(*http.Request) bool { return true },
		Error: func(w http.ResponseWriter, _ *http.Request, status int, _ error) {
			writeText(w, status, "This address speaks WebSocket only.")
		},
	}
	s.ctx, s.end = context.WithCancelCause(context.Background())
	return s
}

// Handler returns the handler of all routes, with all checks in front.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", s.servePhonePage)
	mux.HandleFunc("/tv", s.file("tv.html"))
	mux.HandleFunc("/favicon.svg", s.file("favicon.svg"))
	mux.HandleFunc("/manifest.webmanifest", s.file("manifest.webmanifest"))
	mux.HandleFunc(pagePath+"{path...}", s.servePage)
	mux.HandleFunc("/rules/{path...}", s.serveRules)
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { writeText(w, http.StatusOK, "ok") })
	mux.HandleFunc(healthPath, s.localOnly("How the devices are is told on the machine on which the table runs.", s.serveHealth))
	mux.HandleFunc(socketPath, s.servePhone)
	if s.opt.TLS != nil {
		mux.HandleFunc(AuthorityPath, s.serveAuthority)
	}
	if s.opt.Bench != nil {
		const why = "The virtual table shows every card, so that it is open only to a browser on the machine on which it runs."
		mux.HandleFunc("/virtual", s.localOnly(why, s.file("virtual.html")))
		mux.HandleFunc("/virtual/panel.png", s.localOnly(why, s.servePanel))
		mux.HandleFunc("/virtual/ws", s.localOnly(why, s.serveBench))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		writeText(w, http.StatusNotFound, "There is nothing here.")
	})
	return s.guard(mux)
}

// Serve answers requests until ctx ends, then closes the listener and all sockets, and waits until these have ended. A
// server can serve only once. The error is that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	var keeping sync.WaitGroup
	defer keeping.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.opt.TLS != nil {
		s.refreshCertificate()
		keeping.Go(func() { s.keepCertificate(ctx) })
	}
	srv := &http.Server{
		Handler:           noteConn(s.Handler()),
		ConnContext:       withConn,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      responseTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		// The library answers OPTIONS * by itself, as often as anybody likes.
		DisableGeneralOptionsHandler: true,

		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(newListener(l, s.answers, s.networks, s.tlsConfig())) }()
	var err error
	select {
	case err = <-failed:
		err = fmt.Errorf("serving %v: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.end(goingAway)
	stop, over := context.WithTimeout(context.Background(), endTimeout)
	defer over()
	if errors.Is(srv.Shutdown(stop), context.DeadlineExceeded) {
		srv.Close()
	}
	s.Close()
	if err == nil {
		<-failed
	}
	return err
}

// Close closes all sockets as going away, accepts no further ones and waits until their goroutines have ended. A phone
// that does not read can delay this by some seconds.
func (s *Server) Close() {
	s.end(goingAway)
	s.sockets.close()
}

// running counts the sockets, so that their server can wait until all have ended.
type running struct {
	mu     sync.Mutex
	wait   sync.WaitGroup
	closed bool
}

// enter counts one more socket, unless the server is closing. The caller calls leave when the socket has ended.
func (r *running) enter() (leave func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, false
	}
	r.wait.Add(1)
	return r.wait.Done, true
}

// close accepts no further socket and waits until all have left.
func (r *running) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.wait.Wait()
}
