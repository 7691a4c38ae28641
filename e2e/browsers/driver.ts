/** What the two protocols (WebDriver BiDi, WebDriver) have in common, as far as the journeys need it. */
export interface Driver {
  goto(address: string): Promise<void>
  /** The value of a JavaScript expression in the page; a promise is waited for. Null for undefined. */
  evaluate<T>(expression: string): Promise<T>
  /** Presses and releases the mouse at a place of what is seen of the page, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  /** Presses these keys one after the other: letters, or one of `KEYS`. `modifier`: a key that is held down meanwhile. */
  type(keys: readonly string[], modifier?: string): Promise<void>
  /** Chooses files in the file field that the expression gives. */
  setFiles(expression: string, paths: readonly string[]): Promise<void>
  /** A PNG of what is seen, in base64. */
  screenshot(): Promise<string>
  /** Where downloads go. */
  downloads: string
  version: string
  close(): Promise<void>
}

/** As the WebDriver protocols name them (W3C WebDriver 2, section 17.4.2). */
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

/** The actions of a press, for either protocol. */
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
