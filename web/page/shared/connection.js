// @ts-check
// The connection to the table: it reconnects by itself, matches answers with their requests, and makes every snapshot a
// whole one.
import { makeHolder } from './snapshot.js';
import { printed } from './words.js';
import { t } from './lang.js';

/** @import { Answer, BenchRequest, BenchState, Hello, Message, Request } from '../../types/protocol' */

/**
 * @typedef {Exclude<Message, Answer>|BenchState} Heard a message that is no answer; a snapshot is always a whole one
 * @typedef {'opening'|'open'|'lost'} LineState
 * @typedef {object} Listener
 * @property {(message: Heard) => void} message
 * @property {(state: LineState) => void} line
 */

const PAUSES = [0, 500, 1000, 2000, 5000];
const ANSWER_TIMEOUT = 10000; // ms that a request may wait for its answer
const PROBE_AFTER = 25000; // ms without a message until the connection is tested
const PROBE_AFTER_REQUEST = 6000; // the same while a request waits for its answer
const PROBE_TIMEOUT = 5000; // ms that the answer to a test may take
// The same after the phone has slept, and for a connection that was opening when it fell asleep.
const WAKE_TIMEOUT = 2000;

export class Connection {
  #url;
  #hello;
  #probe;
  /** @type {((on: Listener) => void)[]} */
  #held = []; // what came before the page listened
  /** @type {Listener} */
  #on = {
    message: (m) => this.#held.push((on) => on.message(m)),
    line: (state) => this.#held.push((on) => on.line(state)),
  };
  /** @type {WebSocket|null} */
  #socket = null;
  #whole = makeHolder(); // of the snapshots of this socket
  #page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('');
  #called = 0;
  #tries = 0;
  #timer = 0;
  #watch = 0;
  /** @type {Map<number, {resolve: (a: Answer) => void, reject: (err: Error) => void, timeout: number}>} */
  #waiting = new Map();
  #lastID = 0;
  #test = 0; // the id of the request that tests the connection; 0: it is not tested now
  #stopped = false;

  /**
   * @param {object} o
   * @param {string} o.path where the WebSocket is
   * @param {() => Hello} [o.hello] the first message on each connection; the page's id is added to it
   * @param {Request|BenchRequest} [o.probe] a request that changes nothing, to test whether the connection is alive
   */
  constructor({ path, hello, probe }) {
    this.#url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
    this.#hello = hello;
    this.#probe = probe;
    addEventListener('online', () => this.#hurry());
    document.addEventListener('resume', () => this.#hurry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#hurry();
    });
    // A page that was left has no connection: browsers would not keep it for a return, and its seat would look taken.
    addEventListener('pagehide', () => {
      this.#drop();
      clearTimeout(this.#timer);
    });
    addEventListener('pageshow', (e) => {
      if (e.persisted) this.#hurry();
    });
  }

  /**
   * Sets the listener for all messages, from the first one on.
   * @param {Listener} on
   */
  listen(on) {
    this.#on = on;
    for (const tell of this.#held.splice(0)) tell(on);
  }

  /** Opens the connection at once. */
  open() {
    this.#stopped = false;
    clearTimeout(this.#timer);
    if (this.#socket) return;
    this.#on.line('opening');
    const ws = new WebSocket(this.#url);
    this.#socket = ws;
    this.#test = 0;
    this.#whole = makeHolder();
    this.#called = performance.now();
    // If nobody answers the SYN, the socket would stay in opening for minutes.
    this.#arm(ANSWER_TIMEOUT);
    ws.addEventListener('open', () => {
      if (this.#hello) ws.send(JSON.stringify({ ...this.#hello(), page: this.#page }));
      this.#on.line('open');
    });
    ws.addEventListener('message', (e) => this.#take(ws, e.data));
    ws.addEventListener('close', () => this.#lost(ws));
  }

  /** Closes the connection until open is called. */
  stop() {
    this.#stopped = true;
    this.#drop();
  }

  /** Opens a new connection, with a new hello. */
  again() {
    this.#drop();
    this.open();
  }

  /**
   * Sends a message that has no answer.
   * @param {Request|BenchRequest} message
   */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * Sends a request.
   * @param {Request|BenchRequest} request without its id
   * @return {Promise<Answer>} the answer; rejected if none came
   */
  ask(request) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error(t`The table is out of reach. It is being called again.`));
    }
    const id = ++this.#lastID;
    if (this.#waiting.size === 0) this.#arm(PROBE_AFTER_REQUEST);
    this.#socket.send(JSON.stringify({ ...request, id }));
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(t`The table did not answer.`));
      }, ANSWER_TIMEOUT);
      this.#waiting.set(id, { resolve, reject, timeout });
    });
  }

  /**
   * Takes a message of the table.
   * @param {WebSocket} ws
   * @param {string} data
   */
  #take(ws, data) {
    if (ws !== this.#socket) return;
    /** @type {Heard|Answer} */
    let message;
    try {
      message = JSON.parse(data, printed);
    } catch {
      return;
    }
    this.#tries = 0;
    if (message.type === 'answer') return this.#answered(message);
    this.#expect();
    const whole = message.type === 'snapshot' ? this.#whole(message) : message;
    // The first snapshot of a connection is whole.
    if (whole) this.#on.message(whole);
    else this.again();
  }

  /** @param {Answer} answer */
  #answered(answer) {
    if (answer.id === this.#test) this.#test = 0;
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#expect();
    if (!waiting) return;
    clearTimeout(waiting.timeout);
    waiting.resolve(answer);
  }

  /** @param {WebSocket} ws */
  #lost(ws) {
    if (ws !== this.#socket) return;
    this.#socket = null;
    this.#held.length = 0; // they came over the old connection
    clearTimeout(this.#watch);
    for (const w of this.#waiting.values()) {
      clearTimeout(w.timeout);
      w.reject(new Error(t`The line to the table broke before it answered.`));
    }
    this.#waiting.clear();
    if (this.#stopped) return;
    this.#on.line('lost');
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)];
    this.#timer = setTimeout(() => this.open(), pause);
  }

  // A phone that wakes up may have a connection that died in its sleep, wait in vain for one, or be in a long pause.
  #hurry() {
    if (this.#stopped) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#try(WAKE_TIMEOUT);
    else if (!this.#socket || performance.now() - this.#called > WAKE_TIMEOUT) this.again();
  }

  // A message came: if none follows, the connection is tested after a while.
  #expect() {
    this.#arm(this.#waiting.size > 0 ? PROBE_AFTER_REQUEST : PROBE_AFTER);
  }

  // While the connection is tested, only the answer counts. Other messages may have come before it died: a phone that
  // wakes up reads them then.
  /** @param {number} after */
  #arm(after) {
    if (this.#test) return;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#try();
      else this.#drop();
    }, after);
  }

  #try(patience = PROBE_TIMEOUT) {
    if (!this.#probe) return;
    this.#test = ++this.#lastID;
    this.send({ ...this.#probe, id: this.#test });
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#drop(), patience);
  }

  #drop() {
    const ws = this.#socket;
    if (!ws) return;
    ws.close();
    // close waits for the other side, which may be gone.
    this.#lost(ws);
  }
}
