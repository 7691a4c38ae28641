import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHgvs } from './hgvs.ts'

const VALID = [
  'NM_000059.4:c.5946del',
  'NC_000023.11(NM_004006.2):c.4072-1234_5155-246dup',
  'LRG_199t1:c.79_80delinsTT',
  'ENST00000380152.8:c.68-7T>A',
  'c.-14G>C',
  'c.*46T>A',
  'c.(4071+1_4072-1)_(5154+1_5155-1)del',
  'NC_000023.11:g.(?_31120496)_(33339477_?)dup',
  'NC_000002.12:g.pter_8247756delins[NC_000011.10:g.pter_15825272]',
  'NC_000006.11:g.8897754_8897755ins[N[543];8897743_8897754]',
  'NC_012920.1:m.3243A>G',
  // The circle's range may pass its origin.
  'NC_012920.1:m.16563_13del',
  'NR_002196.1:n.601G>T',
  'NM_004006.2:c.[2376G>C];[3103del]',
  'NM_004006.2:c.[296T>G;476T>C];[476T>C](;)1083A>C',
  'NM_004006.2:c.85=//T>C',
  'NM_002024.5:c.-128_-69GGC[10]GGA[1]GGC[9]',
  'NC_000004.12:g.3074877CAG[(40_?)]',
  'NM_004006.3:r.spl?',
  'NM_152263.2:r.-115_775::NM_002609.3:r.1580_*1924',
  'NP_003997.1:p.(Trp24Cys)',
  'p.Trp24Cys',
  'p.W24C',
  'p.?',
  'p.(=)',
  'NP_000483.3:p.Phe508del',
  'NP_000305.3:p.(Ala328Glnfs*16)',
  'p.Arg97ProfsTer23',
  'p.Met1ext-5',
  'NP_000040.1:p.Ter314TrpextTer45',
  'p.(Ser332_Ser333insXaa[5])',
  'p.[(Ser68Arg)];[?]',
] as const

describe('a description that HGVS allows', () => {
  test.each(VALID)('%s', (expression) => {
    expect(readHgvs(expression)).toMatchObject({ kind: 'valid', notes: [] })
  })

  test('is read into reference, level and change', () => {
    expect(readHgvs(' NC_000023.11(NM_004006.2):c.93+1G>T ')).toEqual({
      ...{ kind: 'valid', level: 'c', notes: [] },
      ...{ reference: 'NC_000023.11(NM_004006.2)', change: 'c.93+1G>T' },
    })
    expect(readHgvs('p.Trp24Cys')).toMatchObject({ level: 'p', reference: '', change: 'p.Trp24Cys' })
  })
})

describe('a description in a form that is no longer recommended is read, with a note', () => {
  test.each([
    ['NM_000059.4:c.5946delT', 'The bases after del, dup and inv are not written'],
    ['NM_007294.4:c.5266dupC', 'The bases after del, dup and inv are not written'],
    ['NM_007294:c.5266dup', 'The reference sequence has no version, such as the “.4” of NM_000059.4'],
    [
      'BRCA1:c.5266dup',
      'A gene or chromosome is no reference sequence: name the transcript with its version',
    ],
    ['c.6775_6777delGAGinsC', 'The deleted bases are not written: delins'],
    ['c.79_80GC>TT', 'Several bases: write delins instead of >'],
    ['r.1A>U', 'RNA is written in small letters'],
    ['p.Arg97ProfsX23', 'X for a stop: write Ter or *'],
    ['p.(Met1Val)', 'A changed start is p.(Met1?), as its effect is unknown'],
    ['p.([Ser68Arg;Asn594del])', 'Parentheses are inside the brackets: p.[(Ser68Arg;Asn594del)]'],
    ['c.650-?_1331+?del', 'An unknown end is a range in parentheses: c.(649+1_650-1)_(1331+1_1332-1)del'],
  ])('%s: %s', (expression, note) => {
    const read = readHgvs(expression)
    expect(read.kind === 'valid' ? read.notes : read.problem).toContain(note)
  })
})

describe('a text that is no HGVS is refused with the place and what is expected', () => {
  test.each([
    ['', 'It is empty'],
    ['6174delT', 'It does not begin with a reference sequence, or with c., g., m., n., r. or p.'],
    ['ΔF508', 'It does not begin with a reference sequence, or with c., g., m., n., r. or p.'],
    ['NM_000059.4:5946del', 'After “:” the kind of sequence is missing, such as c. or g.'],
    ['c.IVS2+2T>G', '“IVS2+2T>” is not understood at character 3; expected a position'],
    [
      'c.22insG',
      '“G” is not understood at character 8; expected an insertion between two neighboring positions, such as 22_23insG',
    ],
    ['c.123C>C', 'It ends too early; expected a base other than C'],
    ['g.0A>T', '“0A>T” is not understood at character 3; expected a position'],
    ['g.76+1A>T', '“+1A>T” is not understood at character 5; expected bases'],
    ['g.200_100del', '“del” is not understood at character 10; expected a position after 200'],
    ['c.76A/G', '“/G” is not understood at character 6'],
    ['c.5946', 'It ends too early; expected bases'],
    [
      'p.Ala22insGly',
      'It ends too early; expected an insertion between two neighboring amino acids, such as Lys2_Gly3insGln',
    ],
    ['p.508del', '“508del” is not understood at character 3; expected an amino acid'],
  ])('%j: %s', (expression, problem) => {
    expect(readHgvs(expression)).toMatchObject({ kind: 'invalid', problem })
  })
})

test('any text is answered, without a wrong place', () => {
  const token = fc.constantFrom(
    ...[
      'c.',
      'p.',
      'g.',
      '(',
      ')',
      '[',
      ']',
      ';',
      '_',
      '76',
      'A',
      '>',
      'del',
      'ins',
      '=',
      '?',
      '::',
      'Ala',
      'fs',
    ],
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(token, { maxLength: 30 }).map((all) => all.join('')),
      ),
      (text) => {
        const read = readHgvs(text)
        if (read.kind === 'invalid') expect(read.at).toBeLessThanOrEqual(text.trim().length)
        else expect(text).toContain(read.change)
      },
    ),
  )
})

/** What readHgvs says with only little of the stack left, as within a request or the reading of a message. */
function deepInTheStack(text: string, frames = 2500): ReturnType<typeof readHgvs> {
  return frames === 0 ? readHgvs(text) : deepInTheStack(text, frames - 1)
}

test.each(['c.(', 'p.(', 'c.[', 'c.1=/', 'c.(76A>C;', 'p.(A1B;', 'c.1_2ins[A;'])(
  'nesting as deep as a text is long is answered: %s',
  (text) => {
    const [start, part] = [text.slice(0, 2), text.slice(2)]
    expect(deepInTheStack(start + part.repeat(Math.floor(1990 / part.length))).kind).toBe('invalid')
  },
)
