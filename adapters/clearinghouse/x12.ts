/** The four delimiters of an interchange. Before version 5010 there was no repetition separator. */
export interface Delimiters {
  readonly element: string
  readonly repetition: string | null
  readonly component: string
  readonly terminator: string
}

/** The segment's name, then its elements; element 1 is at index 1. */
export type Segment = readonly string[]

export interface Transaction {
  /** ST01, such as 271. */
  readonly type: string
  /** ST03, or GS08 if ST03 is empty: 005010X279A1. */
  readonly version: string
  /** The segments between ST and SE. */
  readonly segments: readonly Segment[]
}

export interface Interchange {
  readonly delimiters: Delimiters
  /** ISA01 to ISA16. */
  readonly header: Segment
  /** TA1 segments: the receiver's acknowledgements of our interchange. */
  readonly acknowledgements: readonly Segment[]
  /** Complete transactions only, with their SE. */
  readonly transactions: readonly Transaction[]
  /** What is wrong with an envelope that could still be read. */
  readonly problems: readonly string[]
}

/** The reply is not X12, or rejects what was sent. */
export class X12Fault extends Error {
  override name = 'X12Fault'
  readonly kind: 'garbage' | 'refused'

  constructor(kind: 'garbage' | 'refused', message: string) {
    super(message)
    this.kind = kind
  }
}

/** An element, or '' if the segment ends before it. */
export function element(segment: Segment | undefined, number: number): string {
  return segment?.[number] ?? ''
}

/** The first segment with this name, if any. */
export function first(segments: readonly Segment[], id: string): Segment | undefined {
  return segments.find(([name]) => name === id)
}

const ISA_ELEMENTS = 16

/**
 * Reads one interchange with any delimiters, white space and line breaks. Wrong counts and control numbers
 * are problems. Throws {@link X12Fault} if there is no interchange at all.
 */
export function readInterchange(raw: string): Interchange {
  const text = raw.replace(/^[\s\uFEFF\0]+/, '')
  const { delimiters, header, rest } = readHeader(text)
  const problems: string[] = []
  const segments = readSegments(rest, delimiters, problems)
  const acknowledgements: Segment[] = []
  const transactions: Transaction[] = []
  let groups = 0
  let inGroup = 0
  let group: Segment | null = null
  let open: { start: Segment; segments: Segment[] } | null = null
  let ended = false

  for (const segment of segments) {
    const [id] = segment
    if (ended) {
      problems.push(`Segments after the interchange were not read: ${id}`)
      break
    }
    if (id === 'ST') {
      if (open) problems.push('A transaction does not end: SE is missing')
      open = { start: segment, segments: [] }
    } else if (id === 'SE') {
      if (!open) problems.push('SE without a transaction')
      else {
        const { start, segments: inside } = open
        compare(problems, 'SE01 (segments)', element(segment, 1), inside.length + 2)
        compare(problems, 'SE02 (control number)', element(segment, 2), element(start, 2))
        const version = element(start, 3) || element(group ?? [], 8)
        transactions.push({ type: element(start, 1), version, segments: inside })
        inGroup += 1
        open = null
      }
    } else if (open) open.segments.push(segment)
    else if (id === 'GS') {
      if (group) problems.push('A group does not end: GE is missing')
      group = segment
      groups += 1
      inGroup = 0
    } else if (id === 'GE') {
      compare(problems, 'GE01 (transactions)', element(segment, 1), inGroup)
      compare(problems, 'GE02 (control number)', element(segment, 2), element(group ?? [], 6))
      group = null
    } else if (id === 'IEA') {
      compare(problems, 'IEA01 (groups)', element(segment, 1), groups)
      compare(problems, 'IEA02 (control number)', element(segment, 2), element(header, 13))
      ended = true
    } else if (id === 'TA1') acknowledgements.push(segment)
    else problems.push(`${id} is outside of a transaction`)
  }
  if (open) problems.push('The last transaction is cut off: SE is missing')
  if (group) problems.push('The last group does not end: GE is missing')
  if (!ended) problems.push('The interchange does not end: IEA is missing')
  return { delimiters, header, acknowledgements, transactions, problems }
}

function readHeader(text: string) {
  if (!text.startsWith('ISA'))
    throw new X12Fault('garbage', 'The text is not X12: it does not begin with ISA')
  const separator = text.charAt(3)
  let end = 2
  for (let n = 0; n < ISA_ELEMENTS && separator !== ''; n += 1) {
    end = text.indexOf(separator, end + 1)
    if (end < 0) break
  }
  if (separator === '' || end < 0 || end + 2 >= text.length)
    throw new X12Fault('garbage', 'The interchange header (ISA) is cut off')
  const header = text.slice(0, end + 2).split(separator)
  const repetition = element(header, 11)
  const delimiters: Delimiters = {
    element: separator,
    component: text.charAt(end + 1),
    terminator: text.charAt(end + 2),
    // In version 4010 this element was the letter U, the standard's organization.
    repetition: /^[^A-Za-z0-9\s]$/.test(repetition) ? repetition : null,
  }
  const { repetition: maybe, ...three } = delimiters
  const all = [...Object.values(three), ...(maybe ? [maybe] : [])]
  if (
    new Set(all).size < all.length ||
    all.some((one) => /[A-Za-z0-9]/.test(one)) ||
    /[\r\n]/.test(separator)
  )
    throw new X12Fault('garbage', 'The interchange header (ISA) names invalid delimiters')
  return { delimiters, header: header.map((one) => one.trim()), rest: text.slice(end + 3) }
}

function readSegments(text: string, { element: separator, terminator }: Delimiters, problems: string[]) {
  // Text has no line breaks of its own: those within a segment were inserted in transit.
  const hasBreaks = /[\r\n]/.test(text)
  const segments = text.split(terminator).map((piece) => {
    const segment = hasBreaks ? piece.replace(/[\r\n]+/g, '') : piece
    return segment
      .trim()
      .split(separator)
      .map((one) => one.trim())
  })
  const last = segments.pop()
  // The very last terminator is often omitted; any other segment without one may be truncated.
  if (last?.[0] === 'IEA') segments.push(last)
  else if (last?.[0]) problems.push('The last segment is cut off')
  return segments.filter(([id]) => id !== '')
}

function compare(problems: string[], what: string, declared: string, found: string | number): void {
  const same =
    typeof found === 'number' ? /^\d+$/.test(declared) && Number(declared) === found : declared === found
  if (!same) problems.push(`${what} says ${declared || 'nothing'}, found ${found || 'nothing'}`)
}
