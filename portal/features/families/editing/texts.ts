export const parents = 'Parents'
export const sibling = 'Sibling'
export const halfSibling = 'Half sibling'
export const partner = 'Partner'
export const child = 'Child'
export const twin = 'Twin'
export const pregnancy = 'Pregnancy'
export const parentsAdded = (whose: string) => `Parents of ${whose} added`
export const siblingAdded = (whose: string) => `Sibling of ${whose} added`
export const halfSiblingAdded = (whose: string) => `Half sibling of ${whose} added`
export const partnerAdded = (whose: string) => `Partner of ${whose} added`
export const childAdded = (whose: string) => `Child of ${whose} added`
export const twinAdded = (whose: string) => `Twin of ${whose} added`
export const pregnancyAdded = (whose: string) => `Pregnancy of ${whose} added`
export const nothingToAdd = (whose: string) => `${whose} already has both parents.`
export const withCount = (action: string, people: number) => `${action}. ${people} people.`
export const add = 'Add to the family'
export const changed = (whose: string) => `${whose} changed`
export const genderOf = (whose: string, gender: string) => `${whose}: ${gender}`
export const diedOf = (whose: string) => `${whose}: died`
export const aliveOf = (whose: string) => `${whose}: alive`
export const affectedOf = (whose: string, name: string) => `${whose}: ${name}`
export const notAffectedOf = (whose: string, name: string) => `${whose}: no longer marked with ${name}`
export const affected = 'affected'
export const removed = (whose: string) => `${whose} removed`
export const branchRemoved = (whose: string) => `${whose} and all descendants removed`
export const moved = (whose: string) => `${whose} moved`
export const removeTitle = (whose: string) => `Remove ${whose}?`
export const removeAlone = 'This person’s name, conditions and results are removed.'
export const removePlaceStays = 'Others descend from this person, so an unnamed symbol stays in the drawing.'
export const removeBranchHint = (count: number) =>
  `You can also remove the person with all descendants: ${count === 1 ? '1 more person' : `${count} more people`}.`
export const undoHint = 'You can undo this.'
export const removePerson = 'Remove person'
export const removeBranch = 'Remove with all descendants'
export const keep = 'Keep'
export const man = 'man'
export const woman = 'woman'
export const nonbinary = 'non-binary'
export const unknownGender = 'gender not known'
export const findPerson = 'Find a person'
export const personToFind = 'Name, number or relation'
export const noneFound = 'No family member matches.'
export const close = 'Close'
export const partnersJoined = (one: string, other: string) => `${one} and ${other} are partners`
export const undo = (action: string | null) => (action === null ? 'Undo' : `Undo: ${action}`)
export const redo = (action: string | null) => (action === null ? 'Redo' : `Redo: ${action}`)
export const moveLeft = 'Move left'
export const moveRight = 'Move right'
export const noNeighbor = (whose: string, side: 'left' | 'right') => `Nobody is to the ${side} of ${whose}`

// left-editors
export const leftUnsaved = (family: string) =>
  `Family “${family}” isn’t saved yet: the portal can’t be reached. Keep this tab open. Retrying automatically.`
export const leftRefused = (family: string) =>
  `Family “${family}” has changes that aren’t saved. Open it to see why, and keep this tab open until then.`
