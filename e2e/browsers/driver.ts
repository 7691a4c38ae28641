/** The common subset of the two protocols (WebDriver BiDi, WebDriver) that the journeys need. */
export interface Driver {
  /** Opens a tab in front of the others, which hides them; everything else is then done in it. */
  newTab(): Promise<void>
  goto(address: string): Promise<void>
  /** The value of a JavaScript expression in the page; promises are awaited. Null for undefined. */
  evaluate<T>(expression: string): Promise<T>
  /** Clicks at a point of the viewport, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  /** Presses these keys in sequence: letters, or one of `KEYS`. `modifier` is held down meanwhile. */
  type(keys: readonly string[], modifier?: string): Promise<void>
  /** Chooses files in the file input that the expression returns. */
  setFiles(expression: string, paths: readonly string[]): Promise<void>
  /** A PNG of the viewport, in Base64. */
  screenshot(): Promise<string>
  /** Directory of downloads. */
  downloads: string
  version: string
  close(): Promise<void>
}

/** Key names of the WebDriver protocols (W3C WebDriver 2, section 17.4.2). */
export const KEYS = {
  Tab: '\u{e004}',
  Enter: '\u{e007}',
  Control: '\u{e009}',
  Escape: '\u{e00c}',
  Space: ' ',
  ArrowDown: '\u{e015}',
  ArrowUp: '\u{e013}',
  Backspace: '\u{e003}',
} as const

interface Source {
  type: 'pointer' | 'key'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: Record<string, unknown>[]
}

/** The actions of a click, for either protocol. */
export function pressAt(x: number, y: number): Source[] {
  const at = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }
  const actions = [at, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

/** The actions of typing, for either protocol. */
export function typing(keys: readonly string[], modifier?: string): Source[] {
  const strokes = keys.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  const actions = modifier
    ? [{ type: 'keyDown', value: modifier }, ...strokes, { type: 'keyUp', value: modifier }]
    : strokes
  return [{ type: 'key', id: 'keyboard', actions }]
}
