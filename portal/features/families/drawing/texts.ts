import type { Layer } from '#domain/family/sheet/labels.ts'
import type { CascadeLayer } from '../cascade/badges.ts'

export const drawing = 'Drawing'
export const familyOf = (name: string) => `Family ${name}`
export const layersLabel = 'Shown in the drawing'
export const layers: Record<Layer | CascadeLayer, string> = {
  numbers: 'Numbers',
  names: 'Names',
  ages: 'Ages',
  conditions: 'Conditions',
  results: 'Results',
  chances: 'Chances',
  steps: 'Steps',
}
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const fit = 'Show the whole drawing'
export const tidy = 'Tidy'
export const keys = 'Keys'
export const close = 'Close'
export const placing = 'Drawing the family…'
export const key = 'Key'
export const selectedPerson = 'Selected person'
export const selectPerson = 'Select a person in the drawing.'
export const allKeys: readonly (readonly [key: string, meaning: string])[] = [
  ['← → ↑ ↓', 'to the neighbor, a parent, a child'],
  ['Shift ← →', 'move to the left or right of the neighbor'],
  ['P', 'add parents'],
  ['S', 'add a sibling; 3 S adds three'],
  ['H', 'add a half sibling'],
  ['M', 'add a partner'],
  ['C', 'add a child; 3 C adds three'],
  ['T', 'add a twin'],
  ['G', 'add a pregnancy'],
  ['F, M, N', 'after an addition: woman, man, non-binary'],
  ['A', 'affected, or not'],
  ['D', 'died, or alive'],
  ['Delete', 'remove'],
  ['/', 'find a person'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Shift Z', 'redo'],
  ['+ − 0', 'zoom'],
  ['?', 'these keys'],
]
export const print = 'PDF'
export const printTitle = 'Drawing as a PDF'
export const printHint =
  'One page with the key. People’s numbers are those of today: they change when the family changes. Without names, ages replace dates.'
export const withNames = 'With names and dates'
export const openPdf = 'Make PDF'
export const fileName = (id: number) => `family-${id}.pdf`
