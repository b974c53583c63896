// Small pictures on one sheet, shown as a part of an element's background: whichever of them is shown next, nothing has
// to be loaded for it. A browser loads a picture of its own anew with every element and every change, and draws a
// drawing anew wherever it is shown in another size.

/** What an element needs to show one picture of a sheet. */
export interface Part {
  /** The class that has the sheet. */
  sheet: string;
  /** Where the picture lies on it, as the style sheet says it. */
  at: string;
}

/** Around every picture, in the screen's pixels, so that none shows an edge of the next. */
const MARGIN = 2;

/** The parts of each sheet that can be shown. */
let sheets = $state.raw<ReadonlyMap<string, readonly Part[]>>(new Map());
const begun = new Set<string>();
/** Sheets that were made, kept so that the browser keeps them. */
const kept: HTMLImageElement[] = [];

/** A picture of a sheet; none until the sheet is there. */
export const partOf = (name: string, index: number): Part | undefined => sheets.get(name)?.[index];

/**
 * Draws a sheet once, row by row, while nothing else is to be done: drawings of one size, for a width in the page's
 * pixels.
 */
export function makeSheet(
  name: string,
  draw: () => readonly string[],
  [wide, high]: readonly [number, number],
  width: number,
  inRow?: number,
): void {
  if (begun.has(name)) return;
  begun.add(name);
  const drawings = draw();
  const columns = inRow ?? drawings.length;
  const rows = Math.ceil(drawings.length / columns);
  const across = Math.ceil(width * devicePixelRatio) || 1;
  const down = Math.round((across * high) / wide);
  const cell = { width: across + 2 * MARGIN, height: down + 2 * MARGIN };
  const canvas = document.createElement('canvas');
  canvas.width = columns * cell.width;
  canvas.height = rows * cell.height;
  const row = (y: number) => async () => {
    const these = drawings.slice(y * columns, (y + 1) * columns);
    const placed = these.map((drawing, x) => at(x * cell.width + MARGIN, MARGIN, across / wide, drawing));
    const drawing = drawingOf(placed.join(''), [canvas.width, cell.height]);
    const address = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
    const image = imageOf(address);
    await image.decode();
    canvas.getContext('2d')?.drawImage(image, 0, y * cell.height);
    // Otherwise the browser keeps it, a document of a hundred elements, for minutes.
    URL.revokeObjectURL(address);
  };
  const show = async () => {
    const pixels = await new Promise<Blob | null>((made) => canvas.toBlob(made));
    if (!pixels) return;
    const address = URL.createObjectURL(pixels);
    const image = imageOf(address);
    kept.push(image);
    await image.decode();
    const sheet = `sheet-${name}`;
    const size = `${(100 * canvas.width) / across}% ${(100 * canvas.height) / down}%`;
    const rule = new CSSStyleSheet();
    rule.replaceSync(`.${sheet} { background: url("${address}") 0 0 / ${size} no-repeat; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule];
    // A share of what the sheet is larger than the element that shows a part of it.
    const share = (cells: number, each: number, all: number, shown: number) =>
      `${(100 * (cells * each + MARGIN)) / (all - shown)}%`;
    const parts = drawings.map((_, i) => ({
      sheet,
      at:
        `${share(i % columns, cell.width, canvas.width, across)} ` +
        share(Math.floor(i / columns), cell.height, canvas.height, down),
    }));
    sheets = new Map(sheets).set(name, parts);
  };
  // The last is done first.
  whenIdle([show, ...Array.from({ length: rows }, (_, y) => row(y))]);
}

/** Does a list of things, the last first, while nothing else is to be done. */
function whenIdle(todo: (() => Promise<void>)[]): void {
  if (typeof requestIdleCallback === 'undefined') return;
  const some = async (idle: IdleDeadline) => {
    while (idle.timeRemaining() > 2 && todo.length > 0) await todo.pop()!();
    if (todo.length > 0) requestIdleCallback((next) => void some(next));
  };
  requestIdleCallback((idle) => void some(idle));
}

function imageOf(address: string): HTMLImageElement {
  const image = new Image();
  image.src = address;
  return image;
}

/** The address of a drawing of a size. */
export const addressOf = (drawing: string, size: readonly [number, number] = [100, 140]): string =>
  'data:image/svg+xml,' + encodeURIComponent(drawingOf(drawing, size));

const drawingOf = (drawing: string, [width, height]: readonly [number, number]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
  `${drawing}</svg>`;

/** A drawing somewhere else, and larger or smaller. */
export const at = (x: number, y: number, scale: number | string, drawing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;
