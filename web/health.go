package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"familiar/companion/protocol"
)

// healthPath is the path at which the doctor, on the same machine, asks for the state of the devices.
const healthPath = "/healthz/devices"

// maxHealth is the maximum length of that answer in bytes.
const maxHealth = 1 << 20

// serveHealth answers with the state of the devices.
func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), doTimeout)
	defer cancel()
	h, err := s.opt.Table.Health(ctx)
	if err != nil {
		s.log.Warn("the table does not say how it is", "error", err)
		writeText(w, http.StatusServiceUnavailable, "The table does not answer.")
		return
	}
	h.Version = s.opt.Version
	w.Header().Set("Content-Type", "application/json")
	w.Write(encode(h))
}

// AskHealth asks the table on a port of this machine for the state of its devices.
func AskHealth(ctx context.Context, port int) (protocol.Health, error) {
	var h protocol.Health
	ctx, cancel := context.WithTimeout(ctx, doTimeout)
	defer cancel()
	url := "http://" + net.JoinHostPort("localhost", strconv.Itoa(port)) + healthPath
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return h, err
	}
	// A machine needs no proxy to reach itself.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, ResponseHeaderTimeout: doTimeout - time.Second}}
	answer, err := client.Do(r)
	if err != nil {
		return h, err
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxHealth))
	err = errors.Join(err, answer.Body.Close())
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, answer.Status)
	}
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	if err != nil {
		return protocol.Health{}, fmt.Errorf("asking the table how it is: %w", err)
	}
	return h, nil
}
