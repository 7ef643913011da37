// Reports what is wrong with the page, its state, and what a finger could tap: on the topmost sheet, or else on the page itself.
(() => {
	const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
	const wide = document.documentElement.clientWidth;
	const topmost = () => [...document.querySelectorAll("dialog[open]")].at(-1);
	const sheet = topmost();
	const clock = document.querySelector(".timer.full"); // it covers the page
	const scope = sheet ?? clock ?? document.querySelector("main > :not([hidden])") ?? document.body;
	const words = (el) => (el.getAttribute("aria-label") ?? el.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 60);

	// Elements in a strip that scrolls sideways may extend beyond its end.
	const pushed = (el) => {
		for (let up = el.parentElement; up && up !== scope; up = up.parentElement) if (up.scrollWidth > up.clientWidth && /auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
		return false;
	};

	const problems = [];
	if (document.documentElement.scrollWidth > wide) problems.push(`the page is ${document.documentElement.scrollWidth} px wide`);
	for (const el of scope.querySelectorAll("*")) {
		const box = el.getBoundingClientRect();
		if (!box.width || !shown(el) || el.closest(".sr, .frame")) continue;
		const name = `${el.tagName.toLowerCase()}.${el.getAttribute("class")} “${words(el)}”`;
		if ((box.right > wide + 0.5 || box.left < -0.5) && !pushed(el)) problems.push(`${name} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
		if (el.matches("button, select, input:not([type=radio], [type=checkbox])") && !el.matches(".link") && (box.width < 43.9 || box.height < 43.9)) problems.push(`${name} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
	}

	const targets = [...scope.querySelectorAll("button, .frame")].filter((b) => shown(b) && !b.disabled && b.ariaDisabled !== "true" && b.getBoundingClientRect().width > 0);
	window.fingerOn = (i, across, down) => {
		const target = targets[i];
		if (!target.isConnected || topmost() !== sheet) return { gone: true }; // another sheet has risen since, or this one has gone
		target.scrollIntoView({ block: "center", behavior: "instant" });
		const box = target.getBoundingClientRect();
		const board = target.matches(".frame");
		const [x, y] = [box.x + box.width * (board ? across : 0.5), box.y + box.height * (board ? down : 0.5)];
		const top = document.elementFromPoint(x, y);
		const hit = !top || board || top === target || target.contains(top) || top.contains(target) || target.closest(".frame") || top.closest("label")?.contains(target);
		return { x, y, under: hit ? "" : `${top.tagName}.${top.getAttribute("class")} “${words(top)}”: ${words(target)} of ${target.parentElement.closest("[class]")?.getAttribute("class")} at ${Math.round(x)}, ${Math.round(y)}` };
	};
	// Opens something besides the game: a sheet of the head, of the question, or of the log.
	window.wander = (n) => {
		const ways = [...document.querySelectorAll("#head button, #lobby button.wide:not([type=submit]), #table :is([data-key=may], [data-key=hold], [data-key=amend], [data-key=take-back], [data-key=undo])")].filter((b) => shown(b) && !b.disabled && b.ariaDisabled !== "true" && b.dataset.key !== "add");
		if (ways.length === 0) return false;
		ways[n % ways.length].click();
		return true;
	};

	const parts = [...scope.querySelectorAll("section, .verdict-of, .fault, .notice, .refusal")].filter(shown).map((el) => el.getAttribute("class")?.split(" ")[0]).filter(Boolean);
	return {
		problems: problems.slice(0, 4),
		state: [sheet ? "sheet" : clock ? "clock" : scope.id, sheet?.className ?? "", ...new Set(parts)].join(" ").slice(0, 300),
		dialog: Boolean(sheet),
		targets: targets.map((b) => ({ key: b.dataset.key ?? "", label: words(b), kind: b.matches(".frame") ? "board" : b.matches(".gold, .flame") ? "gold" : b.matches(".link") ? "link" : b.matches(".icon, .crumb") ? "icon" : b.closest(".picture") ? "picture" : "plain" })),
	};
})()
