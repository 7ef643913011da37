// @ts-check
// Says in words that a browser is too old for the page, instead of a page that stays empty. It is written for browsers
// of any age, and is no module.
(function () {
  'use strict';
  var needs = [
    'replaceAll' in String.prototype, 'replaceChildren' in Element.prototype, 'BigInt64Array' in window,
    'noModule' in HTMLScriptElement.prototype,
  ];
  var french = /^fr/.test(navigator.language || '');

  function tell() {
    if (document.getElementById('too-old')) return;
    var p = document.createElement('p');
    p.id = 'too-old';
    p.setAttribute('role', 'alert');
    p.textContent = french
      ? 'Ce navigateur est trop ancien pour cette page. Il faut Safari 15 (iOS 15), Chrome 87, Firefox 91 ou plus'
        + ' récent.'
      : 'This browser is too old for this page. It needs Safari 15 (iOS 15), Chrome 87, Firefox 91 or newer.';
    document.body.insertBefore(p, document.body.firstChild);
  }

  /** @param {() => void} then */
  function whenLoaded(then) {
    if (document.body) then();
    else document.addEventListener('DOMContentLoaded', then);
  }

  if (needs.indexOf(false) >= 0) whenLoaded(tell);
  // A module that cannot even be read is an error of its syntax.
  window.addEventListener('error', function (e) {
    if (e.error instanceof SyntaxError) whenLoaded(tell);
  });
})();
