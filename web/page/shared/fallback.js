// @ts-check
// Two causes would leave the page empty. If the browser is too old, this script says so in words. If a module does not
// arrive, it loads the page again. It runs in browsers of any age, so it is no module and uses old syntax only.

/**
 * Shows a text in place of the page, in the browser's language.
 * @param {string} id
 * @param {string} english
 * @param {string} french
 */
function showInstead(id, english, french) {
  'use strict';
  function show() {
    if (document.getElementById(id)) return;
    var p = document.createElement('p');
    p.id = id;
    p.setAttribute('role', 'alert');
    p.textContent = /^fr/.test(navigator.language || '') ? french : english;
    document.body.insertBefore(p, document.body.firstChild);
  }
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show);
}

(function () {
  'use strict';
  var needs = [
    'replaceAll' in String.prototype, 'replaceChildren' in Element.prototype, 'BigInt64Array' in window,
    'noModule' in HTMLScriptElement.prototype,
  ];

  function tell() {
    showInstead(
      'too-old', 'This browser is too old for this page. It needs Safari 15 (iOS 15), Chrome 87, Firefox 91 or newer.',
      'Ce navigateur est trop ancien pour cette page. Il faut Safari 15 (iOS 15), Chrome 87, Firefox 91 ou plus'
        + ' récent.'
    );
  }

  if (needs.indexOf(false) >= 0) tell();
  // A module that cannot even be read is an error of its syntax.
  window.addEventListener('error', function (e) {
    if (e.error instanceof SyntaxError) tell();
  });
})();

// The network may lose a module. What has come is in the browser's cache, so that each try has less to load.
(function () {
  'use strict';
  var TRIES = 'familiar.tries';
  var MOST = 8;
  var PAUSE = 1000; // ms
  var CALM = 10000; // ms after which the page counts as whole
  var lost = false;

  function again() {
    if (lost) return;
    lost = true;
    var tries = MOST; // a browser that keeps nothing would try without end
    try {
      tries = Number(sessionStorage.getItem(TRIES));
      sessionStorage.setItem(TRIES, String(tries + 1));
    } catch (_) {
      // It keeps nothing.
    }
    if (tries < MOST) setTimeout(function () { location.reload(); }, PAUSE);
    else {
      showInstead(
        'parts-lost', 'Parts of this page do not come. Load it again in a moment.',
        'Des parties de cette page n’arrivent pas. Rechargez-la dans un moment.'
      );
    }
  }

  window.addEventListener('error', function (e) {
    var tag = e.target;
    if (tag instanceof HTMLScriptElement && tag.type === 'module' && !tag.hasAttribute('data-part')) again();
  }, true);
  window.addEventListener('lost', again); // a part, or a module that the page loads later, does not come
  window.addEventListener('load', function () {
    setTimeout(function () {
      try {
        if (!lost) sessionStorage.removeItem(TRIES);
      } catch (_) {
        // Nothing was kept.
      }
    }, CALM);
  });
})();
