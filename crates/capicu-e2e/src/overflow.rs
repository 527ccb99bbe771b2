//! Finds texts without enough room: outside the window, or outside their box.

use crate::{Browser, Result};

/// For each text that is cut or overflows: its element, by how much, and the text. Names of people may end in dots, and
/// scrollable text is fine.
const FIND: &str = "const wide = Math.min(innerWidth, screen.width), found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const called = (e) => e.tagName.toLowerCase() + (e.dataset.testid ? '#' + e.dataset.testid : '')
        + [...e.classList].map((name) => '.' + name).join('');
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const holds = node.parentElement;
        if (!node.data.trim() || !holds.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (holds.closest('script, style, noscript, svg, select, textarea, .heard, .name, .rounds th')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
        if (rects.length === 0) continue;
        const left = Math.min(...rects.map((rect) => rect.left));
        const right = Math.max(...rects.map((rect) => rect.right));
        let over = 0, of = null, seen = true;
        for (let box = holds; box && box !== document.documentElement; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.display === 'contents' || style.display === 'inline') continue;
            const rect = box.getBoundingClientRect();
            // For screen readers only.
            if (rect.width <= 2) { seen = false; break; }
            if (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth) { of = null; break; }
            const out = Math.max(right - rect.right, rect.left - left);
            // A little overflow into the space around an invisible box does no harm.
            const shows = style.overflowX !== 'visible' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
                || parseFloat(style.borderRightWidth) > 0;
            if (out > (shows ? 1.5 : 12) && out > over) { over = out; of = box; }
            if (/fixed|absolute/.test(style.position)) break;
        }
        const outside = Math.max(right - wide, -left);
        if (seen && of === null && outside > 1.5) {
            const scrolls = (e) => e && e !== document.body && e !== document.documentElement
                && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
            if (!scrolls(holds)) { over = outside; of = document.documentElement; }
        }
        if (seen && of) found.push(`${called(of)}: ${Math.round(over)} px of \"${node.data.trim().slice(0, 60)}\"`);
    }
    return [...new Set(found)];";

/// The overflowing texts in a window of this width. The window keeps the width.
pub async fn overflows(browser: &Browser, width: u32) -> Result<Vec<String>> {
    browser.resize(width, 568).await?;
    let found = browser.driver().execute(FIND, Vec::new()).await?;
    Ok(serde_json::from_value(found.json().clone())?)
}
