'use strict';
(window.parts = window.parts || []).push(({ all, make, label, select, put, say, appliers, get }) => {
  const table = document.querySelector('table[data-live]');
  if (!table) return;
  const data = JSON.parse(document.getElementById('data').textContent), axes = data.axes;
  const values = data.figures.map(f => f.values.split(',').map(v => v === '' ? NaN : +v));
  const order = ['refused', 'failed', 'wrong', 'missing'];
  const short = v => {
    if (v === 0) return '0';
    const four = +v.toPrecision(4), size = Math.abs(four);
    if (size >= 1e-4 && size < 1e7) return String(four);
    const [digits, power] = v.toExponential(3).split('e');
    return +digits + 'e' + +power;
  };
  const firstX = +table.dataset.x, firstY = +table.dataset.y;
  const names = axes.map((a, i) => [String(i), a.name]);
  const figure = select(data.figures.map((f, i) => [String(i), f.name]), '0');
  const across = select(names, String(firstX)), down = select(names, String(firstY));
  const rest = select([['least', 'minimum'], ['mean', 'mean'], ['most', 'maximum']], 'least');
  const usual = i => axes[i].kind === 'workload' ? '0' : '';
  const filters = axes.map((a, i) => select([...(a.kind === 'workload' ? [] : [['', 'all']]), ...a.values.map((v, j) => [String(j), v])], usual(i)));
  const boxes = filters.map((f, i) => label(axes[i].name, f));
  const tools = make('div', '', { className: 'tools' });
  tools.append(label('Value', figure), label('Columns', across), label('Rows', down), label('Other axes', rest), ...boxes);
  const copy = make('button', 'Copy as CSV', { type: 'button' });
  tools.append(copy);
  document.getElementById('heatbox').before(tools);
  const shade = (v, low, high) => {
    if (!(high > low)) return '';
    const share = low > 0 ? (Math.log(v) - Math.log(low)) / (Math.log(high) - Math.log(low)) : (v - low) / (high - low);
    return 'h' + Math.min(5, 1 + Math.floor(5 * share + 1e-9));
  };
  const show = () => {
    const x = +across.value, y = +down.value, f = values[+figure.value], how = rest.value;
    boxes.forEach((b, i) => b.classList.toggle('hide', i === x || i === y));
    const fixed = filters.map((s, i) => i === x || i === y || s.value === '' ? -1 : +s.value);
    const cells = axes[y].values.map(() => axes[x].values.map(() => ({ n: 0, sum: 0, least: NaN, most: NaN, status: new Set() })));
    data.points.forEach((p, at) => {
      const px = axes[x].places[at], py = axes[y].places[at];
      if (px < 0 || py < 0 || fixed.some((v, i) => v >= 0 && axes[i].places[at] !== v)) return;
      const cell = cells[py][px], v = f[at];
      if (isNaN(v)) { cell.status.add(data.statuses[data.status[at]]); return; }
      cell.least = cell.n ? Math.min(cell.least, v) : v; cell.most = cell.n ? Math.max(cell.most, v) : v;
      cell.n++; cell.sum += v;
    });
    const value = c => c.n === 0 ? NaN : how === 'mean' ? c.sum / c.n : c[how];
    let low = Infinity, high = -Infinity;
    for (const row of cells) for (const c of row) { const v = value(c); if (!isNaN(v)) { low = Math.min(low, v); high = Math.max(high, v); } }
    const head = make('tr'), corner = make('th', axes[y].name + ' \\ ' + axes[x].name, { scope: 'col' });
    head.append(corner, ...axes[x].values.map(v => make('th', v, { scope: 'col', className: 'n' })));
    table.tHead.replaceChildren(head);
    table.tBodies[0].replaceChildren(...cells.map((row, r) => {
      const tr = make('tr');
      tr.append(make('th', axes[y].values[r], { scope: 'row' }), ...row.map(c => {
        const v = value(c), words = order.filter(s => c.status.has(s)).join(', ');
        return isNaN(v) ? make('td', words || '–', { className: 'gap' }) : make('td', short(v), { className: shade(v, low, high) });
      }));
      return tr;
    }));
    const w = axes.findIndex(a => a.kind === 'workload'), of = w >= 0 && w !== x && w !== y ? ' of ' + axes[w].values[+filters[w].value] : '';
    const only = fixed.map((v, i) => v >= 0 && i !== w ? ', ' + axes[i].name + ' ' + axes[i].values[v] : '').join('');
    table.caption.textContent = data.figures[+figure.value].name + of + only + ', ' + rest.selectedOptions[0].textContent + ' of the points in each cell; darker means more';
  };
  const keep = (key, control, first) => put(key, control.value === first ? '' : control.value);
  const change = e => {
    if (across.value === down.value) { // one of them gives way to what the other was
      const other = e.target === across ? down : across, x = get('heat.x') || String(firstX), y = get('heat.y') || String(firstY);
      other.value = e.target === across ? x : y;
    }
    show();
    keep('heat.f', figure, '0'); keep('heat.x', across, String(firstX)); keep('heat.y', down, String(firstY)); keep('heat.of', rest, 'least');
    filters.forEach((f, i) => keep('heat.' + axes[i].name, f, usual(i)));
    say(table.caption.textContent);
  };
  for (const control of [figure, across, down, rest, ...filters]) control.onchange = change;
  copy.onclick = async () => {
    const quote = t => /[",\n]/.test(t) ? '"' + t.replace(/"/g, '""') + '"' : t;
    const csv = [...table.rows].map(r => [...r.cells].map(c => quote(c.textContent)).join()).join('\n') + '\n';
    table.dataset.csv = csv;
    try { await navigator.clipboard.writeText(csv); } catch (e) { return say('the browser does not let a page copy'); }
    say('Heat map: copied as CSV');
  };
  const set = (control, wanted, first) => { control.value = [...control.options].some(o => o.value === wanted) ? wanted : first; };
  appliers.push(() => {
    set(figure, get('heat.f'), '0'); set(across, get('heat.x'), String(firstX)); set(down, get('heat.y'), String(firstY)); set(rest, get('heat.of'), 'least');
    if (across.value === down.value) { across.value = String(firstX); down.value = String(firstY); }
    filters.forEach((f, i) => set(f, get('heat.' + axes[i].name), usual(i)));
    show();
  });
});
