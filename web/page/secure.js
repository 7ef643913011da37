// The encrypted connection: how a phone comes to trust the table's authority, and goes on over TLS.
import { h } from './dom.js';
import { openSheet } from './sheet.js';
import { qrView } from './join.js';
import { secureHome } from './token.js';
import { language, t } from './lang.js';

/**
 * Opens the sheet.
 * @param {Object} ctx
 */
export function openSecure({ welcome, snapshot, actions }) {
  const { secure } = welcome;
  const encrypted = location.protocol === 'https:';
  const goOn = async () => {
    const answer = await actions.query({ type: 'carry' });
    if (!answer.ok) return actions.toast(answer.text);
    secureHome.save(secure.home);
    location.href = `${secure.home}/#carry=${answer.link}&language=${language()}`;
  };
  openSheet({
    title: t`Encrypted connection`,
    kind: 'secure',
    build(body) {
      body.append(...[
        h('p', null, encrypted
          ? t`This phone talks to the table over an encrypted connection: nobody on the Wi-Fi reads along.`
          : t`Whoever listens on the Wi-Fi can read what this phone and the table say to each other, hands too. Over an encrypted connection nobody can.`),
        secure.fingerprint && (!encrypted || snapshot.you.host) && trustView(secure, encrypted),
        !encrypted && h('section.leaf', null,
          h('h3', null, secure.fingerprint ? t`2. Go on encrypted` : t`Go on encrypted`),
          h('p', null, t`This phone keeps its seat. If the browser warns you instead, go back: it does not trust the table yet.`),
          h('button.gold.wide', { type: 'button', onclick: goOn }, t`Go on encrypted`)),
        snapshot.you.host && secure.qr && h('section.leaf', null,
          h('h3', null, t`For the other phones`),
          h('div.invite', null, qrView(secure.qr, t`QR code with the address of the table’s authority`), h('p', null, t`Point a phone’s camera here to get the authority. How to install it stands on that phone, in its menu, under “Encrypted connection”.`))),
      ].filter(Boolean));
    },
  });
}

// How a phone comes to trust the table's authority.
const trustView = (secure, encrypted) => h('section.leaf', null,
  h('h3', null, encrypted ? t`The table’s authority` : t`1. Trust the table, once`),
  h('p', null, t`The table has an authority of its own, which can vouch for this table alone. Install it:`),
  h('a.button.plain.wide', { href: new URL(secure.authorityURL).pathname }, t`Get the authority`),
  h('p', null, t`Compare its fingerprint (SHA-256) with the one that “sudo familiar certificate” shows on the table’s own machine. Somebody on the Wi-Fi could have changed what stands here:`),
  h('p.fingerprint', null, h('code', null, secure.fingerprint.split(':').flatMap((pair, i) => (i > 0 ? [':', h('wbr'), pair] : pair)))),
  steps().map(([machine, ...lines]) => h('details', null, h('summary', null, machine), h('ol', null, lines.map((line) => h('li', null, line))))));

const steps = () => [
  ['iPhone, iPad',
    t`Open this page in Safari, get the authority and allow the download.`,
    t`In Settings, tap “Profile Downloaded”. “More Details” shows the fingerprint: compare it, then tap “Install”.`,
    t`In Settings, under General, About, Certificate Trust Settings, switch “Familiar” on.`],
  ['Android',
    t`Get the authority: it lies among the downloads.`,
    t`In Settings, search for “CA certificate”, tap “Install anyway” and choose the file familiar.crt.`,
    t`In Settings, search for “Trusted credentials”. Under “User”, tap “Familiar” and compare the fingerprint. If it is another one, remove it there.`,
    t`Use Chrome. Firefox does not trust it by itself.`],
  ['Windows',
    t`Get the authority. In PowerShell, type Get-FileHash and drag the file familiar.crt there: compare that with the fingerprint, without its colons.`,
    t`Open the file, click “Install Certificate”, “Current User”, “Place all certificates in the following store” and choose “Trusted Root Certification Authorities”.`],
  ['Mac',
    t`Get the authority and open it: Keychain Access takes it.`,
    t`Double-click “Familiar” there. At the end of its details, compare the fingerprint.`,
    t`Under “Trust”, choose “Always Trust”.`],
];
