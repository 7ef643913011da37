// @ts-check
// The encrypted connection: how a phone comes to trust the table's authority, and goes on over TLS.
import { Button } from '../shared/button.js';
import { QR } from '../shared/join.js';
import { openSheet } from '../shared/sheet.js';
import { secureHome } from '../shared/token.js';
import { el, h } from '../shared/view.js';
import { language, t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { Secure } from '../../types/protocol' */

/**
 * Opens the sheet.
 * @param {Context} ctx
 */
export function openSecure({ welcome: { secure }, snapshot: { you }, actions }) {
  if (!secure) return;
  const goOn = async () => {
    const { ok, text = '', link } = await actions.query({ type: 'carry' });
    if (!ok) return actions.toast(text);
    secureHome.save(secure.home);
    location.href = `${secure.home}/#carry=${link}&language=${language()}`;
  };
  const view = () => h(Encryption, { secure, host: you.host, goOn });
  openSheet({ title: t`Encrypted connection`, kind: 'secure', view });
}

/** @param {{secure: Secure, host: boolean, goOn: () => void}} props */
function Encryption({ secure, host, goOn }) {
  const encrypted = location.protocol === 'https:';
  const { fingerprint, qr } = secure;
  return [
    el('p', null, encrypted
      ? t`This phone talks to the table over an encrypted connection: nobody on the Wi-Fi reads along.`
      : t`Whoever listens on the Wi-Fi can read what this phone and the table say to each other, hands too. Over an
        encrypted connection nobody can.`),
    fingerprint && (!encrypted || host) && h(Trust, { secure, fingerprint, encrypted }),
    !encrypted && el(
      'section', { class: 'leaf' },
      el('h3', null, fingerprint ? t`2. Go on encrypted` : t`Go on encrypted`),
      el('p', null, t`This phone keeps its seat. If the browser warns you instead, go back: it does not trust the table
        yet.`),
      h(Button, { look: 'gold wide', act: goOn }, t`Go on encrypted`),
    ),
    host && qr && el(
      'section', { class: 'leaf' },
      el('h3', null, t`For the other phones`),
      el(
        'div', { class: 'invite' },
        h(QR, { rows: qr, label: t`QR code with the address of the table’s authority` }),
        el('p', null, t`Point a phone’s camera here to get the authority. How to install it stands on that phone, in its
          menu, under “Encrypted connection”.`),
      ),
    ),
  ];
}

/**
 * How a phone comes to trust the table's authority.
 * @param {{secure: Secure, fingerprint: string, encrypted: boolean}} props
 */
const Trust = ({ secure, fingerprint, encrypted }) =>
  el(
    'section', { class: 'leaf' },
    el('h3', null, encrypted ? t`The table’s authority` : t`1. Trust the table, once`),
    el('p', null, t`The table has an authority of its own, which can vouch for this table alone. Install it:`),
    el(
      'a', { class: 'button plain wide', href: new URL(secure.authorityURL ?? '', location.href).pathname },
      t`Get the authority`,
    ),
    el('p', null, t`Compare its fingerprint (SHA-256) with the one that “sudo familiar certificate” shows on the table’s
      own machine. Somebody on the Wi-Fi could have changed what stands here:`),
    el('p', { class: 'fingerprint' }, el('code', null, fingerprint.split(':').map((pair, i) =>
      (i > 0 ? [':', el('wbr', null), pair] : pair)))),
    Object.entries(steps()).map(([machine, lines]) => el(
      'details', null, el('summary', null, machine), el('ol', null, lines.map((line) => el('li', null, line))),
    )),
  );

/** @return {{[machine: string]: string[]}} */
const steps = () => ({
  'iPhone, iPad': [
    t`Open this page in Safari, get the authority and allow the download.`,
    t`In Settings, tap “Profile Downloaded”. “More Details” shows the fingerprint: compare it, then tap “Install”.`,
    t`In Settings, under General, About, Certificate Trust Settings, switch “Familiar” on.`,
  ],
  Android: [
    t`Get the authority: it lies among the downloads.`,
    t`In Settings, search for “CA certificate”, tap “Install anyway” and choose the file familiar.crt.`,
    t`In Settings, search for “Trusted credentials”. Under “User”, tap “Familiar” and compare the fingerprint. If it is
      another one, remove it there.`,
    t`Use Chrome. Firefox does not trust it by itself.`,
  ],
  Windows: [
    t`Get the authority. In PowerShell, type Get-FileHash and drag the file familiar.crt there: compare that with the
      fingerprint, without its colons.`,
    t`Open the file, click “Install Certificate”, “Current User”, “Place all certificates in the following store” and
      choose “Trusted Root Certification Authorities”.`,
  ],
  Mac: [
    t`Get the authority and open it: Keychain Access takes it.`,
    t`Double-click “Familiar” there. At the end of its details, compare the fingerprint.`,
    t`Under “Trust”, choose “Always Trust”.`,
  ],
});
