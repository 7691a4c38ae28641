import type { LabUpdate, ReadMessage } from '../port.ts'

/*
 * A second reader of HL7 v2 that shares no code with the first: it splits a message by its delimiters and
 * collects what is in it. The reader must have used, shown or refused whatever this finds; whatever the
 * reader returns must be in the message.
 */

type Segment = string[]
interface Group {
  orc: Segment | undefined
  obr: Segment | undefined
  pid: Segment | undefined
  obx: Segment[]
  nte: Segment[]
  spm: Segment[]
}

/** Letters and digits only: what survives escaping, wrapping and formatting. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}

interface Delimiters {
  component: string
  repetition: string
  escaping: string | undefined
}

function unescaped(text: string, escaping: string | undefined): string {
  if (!escaping) return text
  const quoted = escaping.replace(/[\\^$.|?*+()[\]{}/-]/g, '\\$&')
  return text.replace(
    new RegExp(
      `${quoted}X((?:[0-9A-F]{2})+)${quoted}|${quoted}(?:[EFSRTPHN]|\\.[a-z]{2} *[+-]?\\d*)${quoted}`,
      'gi',
    ),
    (all, hex) => {
      // The commands are case-sensitive.
      if (!/^.(?:X|[EFSRTPHN]|\.[a-z]{2})/.test(all)) return all
      const bytes = Buffer.from(hex ?? '', 'hex')
      const utf8 = bytes.toString('utf8')
      return hex ? (utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8) : ' '
    },
  )
}

const counted = (obr25: string, obx11: string, hasResult: boolean) => {
  const code = obx11.toUpperCase()
  if (['I', 'N'].includes(code)) return hasResult
  if (['D', 'W', 'X', 'O'].includes(code)) return false
  return obr25.toUpperCase() !== 'X' || ['F', 'C', 'A', 'B', 'V', 'U', 'P', 'R', 'S'].includes(code)
}

/** Errors in how `raw` was read: lost content and invented content. Empty if everything is accounted for. */
export function unaccountedHl7(raw: string, message: ReadMessage): string[] {
  if (message.kind === 'refused') return message.reason === '' ? ['refused without a reason'] : []
  const text = raw.replace(/^[\s\uFEFF]+/, '')
  const field = text.charAt(3)
  const [component = '', repetition = '', escaping] = text.slice(4, text.indexOf(field, 4))
  const delimiters = { component, repetition, escaping }
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const segments: Segment[] = []
  for (const line of lines) {
    const name = line.split(field, 1)[0]?.trim().toUpperCase() ?? ''
    const isKnown = ['MSH', 'PID', 'ORC', 'OBR', 'OBX', 'NTE', 'SPM', 'ADD', 'DSC'].includes(name)
    const begins = isKnown || /^[A-Z][A-Z0-9]{2}$/.test(line.split(field, 1)[0]?.trimEnd() ?? '')
    const last = segments.at(-1)
    if (begins && name === 'ADD' && last) {
      const rest = line.includes(field) ? line.slice(line.indexOf(field) + 1) : ''
      last.push(...`${last.pop()}${rest}`.split(field))
    } else if (begins || !last) segments.push([name, ...line.split(field).slice(1)])
    else last.push(...[`${last.pop()} ${line.split(field)[0]}`, ...line.split(field).slice(1)])
  }
  const groups: Group[] = []
  // What follows a PID belongs to the order that begins next; if none does, to the previous order, and to
  // that person.
  let before: Pick<Group, 'obx' | 'nte' | 'spm'> = { obx: [], nte: [], spm: [] }
  let isBetween = true
  let pid: Segment | undefined
  // How many results precede the first ORC: they belong to the order that it begins.
  let early = 0
  for (const segment of segments) {
    const group = groups.at(-1)
    const under = isBetween || !group ? before : group
    const begin = (orc: Segment | undefined, obr: Segment | undefined) => {
      early = before.obx.length
      groups.push({ pid, orc, obr, ...before })
      before = { obx: [], nte: [], spm: [] }
      isBetween = false
    }
    if (segment[0] === 'PID') {
      if (String(segment) === String(group?.pid)) continue
      if (group && String(segment) !== String(pid) && Object.values(before).flat().length > 0)
        begin(group.orc, group.obr)
      pid = segment
      isBetween = true
    } else if (segment[0] === 'ORC') begin(segment, undefined)
    else if (segment[0] === 'OBR' && !isBetween && group && !group.obr && group.obx.length === early)
      group.obr = segment
    else if (segment[0] === 'OBR') begin(undefined, segment)
    else if (segment[0] === 'OBX') under.obx.push(segment)
    else if (segment[0] === 'NTE') under.nte.push(segment)
    else if (segment[0] === 'SPM') under.spm.push(segment)
  }
  const last = groups.at(-1)
  if (last && Object.values(before).flat().length > 0)
    groups.push({ pid, orc: last.orc, obr: last.obr, ...before })
  if (message.kind === 'other')
    return groups.length > 0 && !message.type.startsWith('ACK') ? ['it has orders, and was passed over'] : []
  if (message.updates.length !== groups.length)
    return [`${groups.length} orders, ${message.updates.length} read`]
  const all = bare(unescaped(segments.flat().join(' '), escaping))
  return groups.flatMap((group, index) =>
    inGroup(group, message.updates[index] as LabUpdate, { ...delimiters, all }),
  )
}

function inGroup(
  group: Group,
  update: LabUpdate,
  { component, repetition, escaping, all }: Delimiters & { all: string },
): string[] {
  const faults: string[] = []
  const need = (is: boolean, fault: string) => {
    if (!is) faults.push(fault)
  }
  const plain = (text: string | undefined) => (text === '""' ? '' : unescaped(text ?? '', escaping).trim())
  const repetitions = (segment: Segment | undefined, index: number) =>
    (segment?.[index] ?? '').split(repetition)
  const first = (segment: Segment | undefined, index: number, part = 0) =>
    plain(repetitions(segment, index)[0]?.split(component)[part])
  const { orc, obr, pid } = group
  const parts = update.report?.parts ?? []
  const documents = parts.flatMap((part) => (part.kind === 'document' ? [Buffer.from(part.content)] : []))
  const sources = [
    ...parts.flatMap((part) => {
      if (part.kind === 'lines') return [part.label, part.lines.join('')]
      if (part.kind === 'document') return [part.label]
      if (part.kind === 'genetics') return [part.label, ...textsIn(part.findings)]
      return [part.label, ...part.values.map((value) => Object.values(value).join(' '))]
    }),
    ...update.treatments.flatMap(({ title, text }) => [title, text]),
    ...[update.hold?.words ?? '', update.refusal, update.notes, update.report?.words ?? ''],
  ]
  const visibleText = bare(sources.join(' '))

  // Numbers.
  const placers = new Set([first(obr, 2), first(orc, 2)].filter((id) => /^[0-9]{1,15}$/.test(id)).map(Number))
  need(
    placers.size === 1 ? update.orderId === [...placers][0] : update.orderId === null,
    `order ${[...placers]}: ${update.orderId}`,
  )
  const fillers = [obr, orc].flatMap((segment) =>
    repetitions(segment, 3).map((one) => plain(one.split(component)[0])),
  )
  const filler = fillers.find((one) => one.replaceAll('\0', '') !== '') ?? null
  need(
    bare(update.laboratoryNumber ?? '') === bare(filler ?? ''),
    `filler ${filler}: ${update.laboratoryNumber}`,
  )

  // The person.
  for (const one of repetitions(pid, 3)) {
    const number = plain(one.split(component)[0])
    need(
      number === '' ||
        (update.patient?.identifiers.some(({ value }) => bare(value) === bare(number)) ?? false),
      `PID-3 ${number}`,
    )
  }
  for (const one of repetitions(pid, 5)) {
    const [last = '', given = ''] = one.split(component).map((name) => plain(name))
    const isNamed = update.patient?.names.some(
      (name) => bare(last).startsWith(bare(name.last)) && bare(name.first) === bare(given),
    )
    need(bare(last + given) === '' || isNamed === true, `PID-5 ${last}, ${given}`)
  }
  const born = /^\d{8}/.exec(first(pid, 7))?.[0]
  need(born === undefined || update.patient?.dateOfBirth.replaceAll('-', '') === born, `PID-7 ${born}`)

  // Statuses.
  const control = first(orc, 1).toUpperCase()
  need((control === 'OH') === (update.hold !== null), `ORC-1 ${control}: hold`)
  need((control === 'OE') === (update.release !== null), `ORC-1 ${control}: release`)
  if (['CR', 'OC', 'DR', 'OD'].includes(control))
    need(update.state === 'cancelled', `ORC-1 ${control}: ${update.state}`)
  if (['UC', 'UD'].includes(control))
    need(update.state === 'cancellation-refused', `ORC-1 ${control}: ${update.state}`)
  const code = first(obr, 25)
  if (update.report) need(update.report.read.report === code, `OBR-25 ${code}: ${update.report.read.report}`)
  if (/^[FCPRAM]$/i.test(code) && group.obx.length === 0)
    need(update.report !== null, `OBR-25 ${code}: no report`)

  // Results: their content is shown or attached; those that do not count, not at all.
  const expected: Buffer[] = []
  // A group whose results are all empty has none.
  const isVoid = (obx: Segment) =>
    parts.length === 0 && [5, 6, 7, 8].every((index) => plain(obx[index]) === '')
  for (const obx of group.obx) {
    const written = repetitions(obx, 5)
    const isEncoded = /^(base64|hex)/i.test(first(obx, 5, 3)) || first(obx, 2).toUpperCase() === 'ED'
    const data = written.map((one) =>
      plain(one.split(component).at(one.split(component).length >= 5 ? 4 : -1)).replace(/\s+/g, ''),
    )
    const encoding = /^hex/i.test(first(obx, 5, 3)) ? 'hex' : 'base64'
    const content = data.slice(0, -1).some((piece) => piece.endsWith('='))
      ? Buffer.concat(data.map((piece) => Buffer.from(piece, encoding)))
      : Buffer.from(data.join(''), encoding)
    const isPdf = content.subarray(0, 1024).includes('%PDF-')
    const isFigure = ['NM', 'SN'].includes(first(obx, 2).toUpperCase()) && plain(obx[5]) !== ''
    const isCounted = counted(code, first(obx, 11), isPdf || isEncoded ? content.length > 0 : isFigure)
    if (isPdf || isEncoded) {
      if (isCounted) expected.push(content)
      const isThere = documents.some((one) => one.equals(content))
      if (isCounted && content.length > 0)
        need(isThere || parts.some(({ kind }) => kind === 'lines'), `OBX-5 of ${content.length} bytes`)
      if (isCounted && isPdf) need(isThere, `OBX-5, a PDF of ${content.length} bytes`)
      continue
    }
    if (!isCounted || isVoid(obx)) continue
    need(visibleText.includes(bare(plain(first(obx, 3, 1) || first(obx, 3)))), `OBX-3 ${obx[3]}`)
    for (const one of written) {
      const components = one.split(component).map((part) => bare(plain(part)))
      const isCoded = /^C(E|F|WE|NE)$/i.test(first(obx, 2))
      // A code with a name is shown by its name, its system and its alternatives.
      const needed = isCoded
        ? [components[1] || components[4] || components[8] || components[0] || components[3] || '']
        : components
      for (const part of needed) need(visibleText.includes(part), `OBX-5 ${part}`)
    }
    for (const index of [7, 8])
      need(visibleText.includes(bare(first(obx, index))), `OBX-${index} ${obx[index]}`)
    need(visibleText.includes(bare(first(obx, 6) || first(obx, 6, 1))), `OBX-6 ${obx[6]}`)
  }
  for (const document of documents)
    need(
      expected.some((one) => one.equals(document)),
      `a document of ${document.length} bytes that nobody sent as a result`,
    )
  for (const nte of group.nte)
    for (const one of repetitions(nte, 3)) need(visibleText.includes(bare(plain(one))), `NTE-3 ${one}`)

  // Our specimens.
  for (const spm of group.spm) {
    const [, order, key] = /^([0-9]{1,15})-(.+)$/.exec(first(spm, 2).split('&')[0] ?? '') ?? []
    if (order)
      need(
        update.specimens.some((one) => one.orderId === Number(order) && one.key === key),
        `SPM-2 ${spm[2]}`,
      )
  }

  // Nothing that the message does not contain.
  const fixedPhrases = [
    'cannot be shown here',
    'The laboratory',
    'Note on',
    'Notes',
    'Treatment recommendation',
  ]
  if (!sources.some((one) => fixedPhrases.slice(0, 2).some((words) => one.includes(words))))
    for (const part of parts)
      if (part.kind === 'values')
        for (const { value, name } of part.values)
          for (const word of `${value} ${name}`.match(/[\p{L}\p{N}]+/gu) ?? [])
            need(word === 'to' || all.includes(word.toLowerCase()), `“${word}” is not in the message`)
  return faults
}

/** Every text and number in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return [String(value ?? '')]
}
