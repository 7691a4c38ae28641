import type { RandomSource } from './random-source.ts'

const long = (length: number) => 'Å'.repeat(length)

/** Names that people have, in forms that software mishandles. */
const NAMES = [
  ...[
    'Nguyễn',
    'Nguyễn'.normalize('NFD'),
    'İsmet ıŞIK',
    'Straße',
    'O’Brien-Nuñez',
    "D'Angelo",
    'Null',
    'True',
  ],
  ...['김서연', '王小明', '𠮷野家', 'علي بن أحمد', 'שָׁלוֹם', 'Владимир', 'ชื่อ', 'नमस्ते', 'X Æ A-12', 'ﬁona', 'ǅ'],
  ...[
    'Zo\u0308\u0301\u0323\u0328e',
    '👩‍👩‍👧‍👦 Quill',
    'Ada\u200dOkafor',
    '\u202egnp.exe',
    'a\u00adb',
    '\ufeffAda',
    'A\u0300'.repeat(300),
  ],
]

/**
 * Texts that break out of the format they are written to: SQL, HTML, CSV, logs, headers, HL7, X12, shells,
 * templates, paths.
 */
const BREAKING = [
  ...[
    "'; drop table orders; --",
    "\\'; --",
    '%',
    '_',
    '\\',
    '$1',
    '$$',
    '{}',
    '$' + '{jndi:ldap://x.test/a}',
    '{{7*7}}',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '=1+1|calc',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
  ],
  ...[
    'a\r\nSet-Cookie: x=1',
    'a\nlevel=fatal',
    '\u001b[31mred',
    'A|B^C~D\\E&F',
    '*~:^',
    'ISA*00*~',
    '\rMSH|^~\\&|',
  ],
  ...[
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/dev/null',
    'CON',
    'C:\\x',
    'file:///etc/passwd',
    '`id`',
    '$(id)',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', '__defineGetter__'],
]

const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udbff\udbff', '\uffff', '\u0085', '\u2028']
const FORMS = [
  ...[
    '',
    ' ',
    '\u00a0',
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    '0',
    '-0',
    '007',
    '1e3',
    '1e999',
    '0x10',
    '١٢',
  ],
  ...[
    '9223372036854775808',
    '2147483648',
    '-1',
    '1.5',
    '99999999999999999999999',
    '0000-00-00',
    '2026-02-30',
  ],
  ...['9999-12-31', '10000-01-01', '+275760-09-13', '-000001-01-01', '2026-01-01T00:00:00Z', '24:00', 'P1Y'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'a@b',
    'a@b.test',
    `${'a'.repeat(300)}@b.test`,
    '+1',
    '+16145550101',
  ],
  ...['F1', 'P1,F1', '*', 'NONE', 'p1', 'P1 ', 'P1%00'],
]
const LONG = [long(121), long(1001), long(20_001), 'a,'.repeat(3000), `${' '.repeat(5000)}x`]

const TEXTS = [...NAMES, ...NAMES, ...BREAKING, ...UNSTORABLE, ...FORMS, ...FORMS, ...LONG]
const NUMBERS = [
  ...[
    0,
    -0,
    -1,
    1,
    2,
    0.1,
    1.5,
    -0.5,
    1e-320,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53,
    2 ** 53 - 1,
  ],
  ...[2 ** 63, -(2 ** 63), 1e21, 1e308, -1e308, 999_999_999, 500_001, 700_001, 800_001],
]

export const hostileText = (random: RandomSource): string => random.one(TEXTS)

/** A value of any type that no form of ours sends. */
export function hostileValue(random: RandomSource, depth = 0): unknown {
  const kind = random.int(0, depth > 2 ? 5 : 9)
  if (kind <= 3) return hostileText(random)
  if (kind === 4) return random.one(NUMBERS)
  if (kind === 5) return random.one([null, true, false, [], {}])
  if (kind === 6) return Array.from({ length: random.int(1, 4) }, () => hostileValue(random, depth + 1))
  if (kind === 7) return nestedValue(random.one([3, 49, 51, 400]))
  if (kind === 8) return Array.from({ length: random.one([25, 200, 1001]) }, () => 'x')
  return { [hostileText(random)]: hostileValue(random, depth + 1) }
}

function nestedValue(levels: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** `value` with one part changed, left out, duplicated or added. Shares what it does not change. */
export function mutateValue(random: RandomSource, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.08)) return hostileValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.15)) return [...value, hostileValue(random)]
    if (random.chance(0.1)) return [...value, ...value]
    const at = random.int(0, value.length - 1)
    return value.flatMap((one, index) =>
      index !== at ? [one] : random.chance(0.1) ? [] : [mutateValue(random, one)],
    )
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || random.chance(0.1))
    return Object.fromEntries([...entries, [hostileText(random), hostileValue(random)]])
  const at = random.int(0, entries.length - 1)
  return Object.fromEntries(
    entries.flatMap(([key, one], index) =>
      index !== at ? [[key, one]] : random.chance(0.12) ? [] : [[key, mutateValue(random, one)]],
    ),
  )
}

/** A malformed or absurd JSON body; `meant` is a valid one. */
export function hostileJson(random: RandomSource, meant: string): string | Buffer {
  return random.one<() => string | Buffer>([
    () => meant.slice(0, random.int(0, meant.length)),
    () => meant.replace('{', '{"__proto__":{"polluted":true},'),
    () => meant.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
    () => meant.replace(/"(\w+)":/, '"$1":null,"$1":'),
    () => meant.replace(/\d+/, '1'.repeat(random.one([20, 400, 5000]))),
    () => meant.replace(/"[^"]*"(?!:)/, '"\\ud83d"'),
    () => meant.replace(/"[^"]*"(?!:)/, '"\\u0000"'),
    () => `\ufeff${meant}`,
    () => Buffer.from(meant, 'utf16le'),
    () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0xff, 0xfe, 0x7d]),
    () => Buffer.concat([Buffer.from(meant), Buffer.from([0])]),
    () => '['.repeat(random.one([100, 5000, 200_000])),
    () => `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    () => `{"a":"${'x'.repeat(random.one([1000, 400_000, 1_100_000]))}"}`,
    () =>
      random.one([
        '',
        'null',
        '[]',
        '{}',
        '""',
        '0',
        '1e999',
        'NaN',
        "{'a':1}",
        '{"a":1,}',
        '<a/>',
        'a=1&b=2',
      ]),
  ])()
}
