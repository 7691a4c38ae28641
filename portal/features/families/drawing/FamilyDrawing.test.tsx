import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FamilyDocument } from '#domain/family/document.ts'
import { family } from '#domain/family/testing/families.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { FamilyDrawing } from './FamilyDrawing.tsx'
import { useFamilyLayout } from './use-family-layout.ts'

const THREE = family(
  ['grandmother', 'woman'],
  ['grandfather', 'man'],
  ['mother', 'woman', ['grandfather', 'grandmother']],
  ['uncle', 'man', ['grandfather', 'grandmother']],
  ['father', 'man'],
  ['ana', 'woman', ['father', 'mother'], { isProband: true, firstName: 'Ana' }],
)

interface DrawnProps {
  first?: FamilyDocument
  next?: FamilyDocument
  onPress?: (member: string) => void
  onDrag?: (member: string, beside: string, side: 'left' | 'right') => void
  lit?: readonly string[]
}

function Drawn({ first = THREE, next = first, onPress, onDrag, lit = [] }: DrawnProps) {
  const [document, change] = useState(first)
  const { placed } = useFamilyLayout(document)
  return (
    <>
      <button type="button" onClick={() => change(next)}>
        Change
      </button>
      {placed && (
        <FamilyDrawing
          placed={placed}
          label="Family Brook"
          lit={new Set(lit)}
          badges={new Map([['ana', [{ words: '1 in 2', tone: 'may' }]]])}
          {...(onPress ? { onPress } : {})}
          {...(onDrag ? { onDrag } : {})}
        />
      )}
    </>
  )
}
const person = (name: string) => page.getByRole('gridcell', { name })

test('is a grid of generations, with a sentence for each person, without an accessibility fault', async () => {
  show(<Drawn lit={['mother']} />)
  const grid = page.getByRole('grid', { name: 'Family Brook' })
  await expect.element(grid).toBeVisible()
  expect(grid.getByRole('row').elements()).toHaveLength(3)
  expect(grid.getByRole('gridcell').elements()).toHaveLength(6)
  await expect
    .element(person(/^Ana, III-1, woman, proband; child of .+, 1 in 2$/ as unknown as string))
    .toHaveAttribute('aria-selected', 'false')
  await expect.element(person(/^mother, II-/ as unknown as string)).toHaveAttribute('aria-selected', 'true')
  await accessible()
})

test('arrow keys lead along the lines from the proband, Enter and a click press', async () => {
  const onPress = vi.fn()
  show(<Drawn onPress={onPress} />)
  await userEvent.click(page.getByRole('button', { name: 'Change' }))
  await userEvent.keyboard('{Tab}')
  const focused = () => document.activeElement?.getAttribute('data-member')
  expect(focused()).toBe('ana')
  const walked: (string | null | undefined)[] = []
  for (const key of ['ArrowUp', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'Enter']) {
    await userEvent.keyboard(`{${key}}`)
    walked.push(focused())
  }
  expect(new Set(walked.slice(0, 3))).toContain('uncle')
  expect(['grandmother', 'grandfather']).toContain(walked[3])
  expect(onPress).toHaveBeenCalledWith(walked.at(-1))
  await person(/^Ana/ as unknown as string).click()
  expect(onPress).toHaveBeenLastCalledWith('ana')
})

test('a family of more than 40 people is placed by a worker', async () => {
  const large = family(
    ['m', 'man'],
    ['w', 'woman'],
    ...Array.from({ length: 45 }, (_, index): [string, 'woman', [string, string]] => [
      `child ${index}`,
      'woman',
      ['m', 'w'],
    ]),
  )
  show(<Drawn first={large} />)
  await expect.element(page.getByRole('grid', { name: 'Family Brook' })).toBeVisible()
  expect(page.getByRole('gridcell').elements()).toHaveLength(47)
})

test('somebody is dragged to the other side of a sibling', async () => {
  const onDrag = vi.fn()
  const siblings = family(['m', 'man'], ['w', 'woman'], ['a', 'woman', ['m', 'w']], ['b', 'man', ['m', 'w']])
  show(<Drawn first={siblings} onDrag={onDrag} />)
  const cell = (member: string) => document.querySelector(`[data-member="${member}"]`) as SVGGElement
  await expect.poll(() => document.querySelector('[data-member="b"]')).not.toBeNull()
  const middle = (member: string) => {
    const { x, y, width } = cell(member).getBoundingClientRect()
    return { clientX: x + width / 2, clientY: y + 12 }
  }
  const [from, to] = [middle('b'), middle('a')]
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true }
  const capture = vi.spyOn(SVGElement.prototype, 'setPointerCapture').mockImplementation(() => {})
  onTestFinished(() => capture.mockRestore())
  cell('b').dispatchEvent(new PointerEvent('pointerdown', { ...pointer, ...from }))
  cell('b').dispatchEvent(new PointerEvent('pointermove', { ...pointer, ...to, clientX: to.clientX - 20 }))
  cell('b').dispatchEvent(new PointerEvent('pointerup', { ...pointer, ...to, clientX: to.clientX - 20 }))
  expect(onDrag).toHaveBeenCalledWith('b', 'a', 'left')
})

test('the ring of who is selected stays clear of the number below the symbol', async () => {
  show(<Drawn lit={['ana']} />)
  await expect.element(person(/^Ana, III-1/ as unknown as string)).toBeVisible()
  const group = document.querySelector('g[data-lit]')
  const ring = group?.querySelector('rect')
  const number = (attribute: string) => Number(ring?.getAttribute(attribute))
  const strokeBelow = Number.parseFloat(getComputedStyle(ring as Element).strokeWidth) / 2
  const bottom = number('y') + number('height') + strokeBelow
  const pen = document.createElement('canvas').getContext('2d')
  const tops = [...(group?.querySelectorAll('text[x="0"]') ?? [])]
    .filter((text) => Number(text.getAttribute('y')) > number('height') / 2)
    .map((text) => {
      if (pen) pen.font = getComputedStyle(text).font
      const { actualBoundingBoxAscent = 0 } = pen?.measureText(text.textContent ?? '') ?? {}
      return Number(text.getAttribute('y')) - actualBoundingBoxAscent
    })
  expect(tops.length).toBeGreaterThan(0)
  expect(Math.min(...tops)).toBeGreaterThan(bottom)
})
