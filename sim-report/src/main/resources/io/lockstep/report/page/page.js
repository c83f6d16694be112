'use strict';
(() => {
  const all = (q, r) => [...(r || document).querySelectorAll(q)];
  const make = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text || '' }, more);
  const root = document.documentElement, said = document.getElementById('said');
  let state = new URLSearchParams(), applying = false, told = false;
  const read = () => { const h = location.hash.slice(1); if (h.includes('=')) state = new URLSearchParams(h); else if (h) state.set('at', h); };
  const put = (key, value) => {
    if (value) state.set(key, value); else state.delete(key);
    if (applying || told) return;
    told = true; // the address is written once, however much changes
    queueMicrotask(() => {
      told = false;
      const hash = '#' + state;
      try { history.replaceState(null, '', hash); } catch (e) { location.replace(hash); }
    });
  };
  const say = words => { said.textContent = words; };
  const label = (words, control) => { const l = make('label', words + ' '); l.append(control); return l; };
  const select = (options, value) => {
    const s = make('select');
    for (const [v, words] of options) s.append(make('option', words, { value: v, selected: v === value }));
    return s;
  };
  const bar = before => { const t = make('div', '', { className: 'tools' }); before.before(t); return t; };
  const value = cell => {
    if (!cell) return ['', NaN];
    const text = cell.dataset.v || cell.textContent.trim();
    const number = parseFloat(text.replace(/[,\s%×+]/g, '').replace('−', '-'));
    return [text, number];
  };
  const appliers = [];

  // theme
  const theme = make('button', 'Theme: system', { type: 'button', className: 'top' });
  const themes = { '': 'system', dark: 'dark', light: 'light' };
  const dress = name => {
    if (name) root.dataset.theme = name; else delete root.dataset.theme;
    theme.textContent = 'Theme: ' + themes[name];
  };
  theme.onclick = () => {
    const names = Object.keys(themes), next = names[(names.indexOf(state.get('theme') || '') + 1) % 3];
    put('theme', next); dress(next);
  };
  document.querySelector('header').prepend(theme);
  appliers.push(() => dress(state.get('theme') in themes ? state.get('theme') : ''));

  // tables: order, filter, columns, copy
  for (const table of all('table')) {
    const id = table.id, body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
    const first = [...body.rows], tools = bar(table.parentElement);
    const name = table.caption.textContent;
    const cells = i => [...table.rows].map(r => r.cells[i]);
    const order = (i, down) => {
      heads.forEach((h, j) => { if (j === i) h.setAttribute('aria-sort', down ? 'descending' : 'ascending'); else h.removeAttribute('aria-sort'); });
      const keys = new Map(first.map(r => [r, i < 0 ? ['', 0] : value(r.cells[i])]));
      const sorted = i < 0 ? first : [...first].sort((a, b) => {
        const [p, x] = keys.get(a), [q, y] = keys.get(b);
        if (!p !== !q) return p ? -1 : 1;
        if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
        const c = isNaN(x) ? p.localeCompare(q, 'en', { numeric: true }) : x - y;
        return down ? -c : c;
      });
      body.append(...sorted);
    };
    heads.forEach((h, i) => {
      const b = make('button', h.textContent, { type: 'button' });
      h.textContent = ''; h.append(b);
      b.onclick = () => {
        const was = h.getAttribute('aria-sort'), number = h.classList.contains('n');
        const next = was === null ? number : was === (number ? 'descending' : 'ascending') ? !number : null;
        order(next === null ? -1 : i, next);
        put(id + '.sort', next === null ? '' : i + (next ? 'd' : 'a'));
        say(next === null ? name + ': in the original order' : name + ': by ' + b.textContent + (next ? ', largest first' : ', smallest first'));
      };
    });
    const find = make('input', '', { type: 'search', size: 12 });
    const filter = words => {
      const w = words.toLowerCase().split(/\s+/).filter(x => x);
      let n = 0;
      for (const r of first) {
        const text = r.textContent.toLowerCase(), there = w.every(x => text.includes(x));
        r.classList.toggle('hide', !there); n += there ? 1 : 0;
      }
      say(w.length ? name + ': ' + n + ' of ' + first.length + ' rows' : '');
    };
    find.oninput = () => { filter(find.value); put(id + '.q', find.value); };
    if (first.length > 5) tools.append(label('Filter', find));
    const boxes = heads.map((h, i) => make('input', '', { type: 'checkbox', value: i, checked: true }));
    const usual = table.dataset.show ? table.dataset.show.split(',') : null;
    const columns = shown => boxes.forEach((box, i) => {
      box.checked = i === 0 || !shown || shown.includes(String(i));
      for (const c of cells(i)) if (c) c.classList.toggle('hide', !box.checked);
    });
    if (heads.length > 4) {
      const d = make('details'), f = make('div', '', { className: 'columns' });
      d.append(make('summary', 'Columns'), f);
      boxes.forEach((box, i) => {
        if (i === 0) return;
        f.append(label('', box)); f.lastChild.append(heads[i].textContent);
        box.onchange = () => {
          const shown = boxes.filter(b => b.checked).map(b => b.value);
          columns(shown); put(id + '.cols', shown.length === boxes.length && !usual ? '' : shown.join());
        };
      });
      tools.append(d);
    }
    const copy = make('button', 'Copy as CSV', { type: 'button' });
    copy.onclick = async () => {
      const quote = t => /[",\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t;
      const csv = [...table.rows].filter(r => !r.classList.contains('hide')).map(r => [...r.cells]
        .filter(c => !c.classList.contains('hide') && !c.classList.contains('bar')).map(c => quote((c.dataset.csv || c.textContent).trim())).join()).join('\n') + '\n';
      table.dataset.csv = csv;
      try { await navigator.clipboard.writeText(csv); } catch (e) {
        const area = make('textarea', '', { value: csv }); document.body.append(area); area.select();
        document.execCommand('copy'); area.remove();
      }
      say(name + ': copied as CSV');
    };
    tools.append(copy);
    appliers.push(() => {
      const s = /^(\d+)([ad])$/.exec(state.get(id + '.sort') || ''), q = state.get(id + '.q') || '', c = state.get(id + '.cols');
      if (s && heads[+s[1]]) order(+s[1], s[2] === 'd'); else if (table.querySelector('[aria-sort]')) order(-1);
      find.value = q; filter(q);
      columns(c ? c.split(',') : usual);
    });
  }

  // the matrix: any base, either time
  for (const table of all('table[data-base]')) {
    const rows = [...table.tBodies[0].rows], names = rows.map(r => r.cells[0].textContent);
    const of = (row, i, time) => { const c = row.cells[i]; return c.dataset.t ? +c.dataset[time] : 0; };
    const ratio = x => x.toFixed(x >= 100 ? 0 : x >= 10 ? 1 : x >= 1 ? 2 : x >= .1 ? 3 : x >= .01 ? 4 : 5);
    const shade = x => x >= 4 ? 's3' : x >= 2 ? 's2' : x >= 1.1 ? 's1' : x > 1 / 1.1 ? '' : x > .5 ? 'f1' : x > .25 ? 'f2' : 'f3';
    const paint = (cell, name) => { // a hidden column stays hidden
      const hidden = cell.classList.contains('hide');
      cell.className = name; cell.classList.toggle('hide', hidden);
    };
    const show = (base, time) => {
      const b = rows[Math.max(0, names.indexOf(base))];
      for (const row of rows) {
        let sum = 0, n = 0;
        for (let i = 2; i < row.cells.length; i++) {
          const c = row.cells[i], own = of(row, i, time), other = of(b, i, time);
          if (!own) continue;
          const x = other / own;
          c.textContent = other ? ratio(x) : '–';
          paint(c, !other ? '' : c.dataset.n && base === table.dataset.base && time === table.dataset.time ? 'noise' : shade(x));
          if (other) { sum += Math.log(x); n++; }
        }
        const mean = row.cells[1], m = Math.exp(sum / n);
        mean.textContent = n ? ratio(m) + (n === row.cells.length - 2 ? '' : ' (' + n + ')') : '–';
        paint(mean, n ? shade(m) : '');
        row.classList.toggle('base', row === b);
      }
      for (const e of all('.basename')) e.textContent = b.cells[0].textContent;
    };
    const base = select(names.map(n => [n, n]), table.dataset.base);
    const time = select([['t', 'as the workload states'], ['k', 'kernels only']], table.dataset.time);
    const tools = table.parentElement.previousElementSibling;
    tools.prepend(label('Relative to', base), label('Time', time));
    const change = () => {
      show(base.value, time.value);
      put('base', base.value === table.dataset.base ? '' : base.value);
      put('time', time.value === table.dataset.time ? '' : time.value);
      say('relative to ' + base.value);
    };
    base.onchange = time.onchange = change;
    appliers.push(() => {
      base.value = names.includes(state.get('base')) ? state.get('base') : table.dataset.base;
      time.value = state.get('time') || table.dataset.time;
      show(base.value, time.value);
    });
  }

  // bars: one scale of time, or each the whole width
  for (const list of all('ul.key[data-bars]')) {
    const scale = select([['', 'kernel time'], ['whole', '100 % for each device']], '');
    const set = v => { for (const t of all('table.bars')) t.classList.toggle('whole', v === 'whole'); };
    scale.onchange = () => { set(scale.value); put('bars', scale.value); };
    bar(list).append(label('Length of bars', scale));
    appliers.push(() => { scale.value = state.get('bars') === 'whole' ? 'whole' : ''; set(scale.value); });
  }

  // links inside of the page keep the state in the address
  const go = id => {
    const target = document.getElementById(id);
    if (!target) return;
    for (let d = target.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    for (const old of all('tr.at')) old.classList.remove('at');
    target.classList.toggle('at', target.tagName === 'TR');
    target.scrollIntoView();
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  document.addEventListener('click', e => {
    const a = e.target.closest('a[href^="#"]');
    if (!a) return;
    e.preventDefault();
    const id = a.getAttribute('href').slice(1);
    put('at', id); go(id);
  });
  const folded = all('main section > details');
  if (folded.length > 1) {
    const open = make('button', 'Open all', { type: 'button' });
    open.onclick = () => { const more = folded.some(d => !d.open); for (const d of folded) d.open = more; };
    document.querySelector('nav ul').append(make('li')); document.querySelector('nav ul').lastChild.append(open);
  }
  const apply = () => { read(); applying = true; for (const a of appliers) a(); applying = false; if (state.get('at')) go(state.get('at')); };
  addEventListener('hashchange', apply);
  apply();
  root.dataset.ready = 'yes';
})();
