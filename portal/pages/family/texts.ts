export const families = 'Families'
export const family = 'Family'
export const loading = 'The family is loading.'
export const parts = 'Parts of the family'
export const drawing = 'Drawing'
export const people = 'People'
export const cascade = 'Cascade'
export const papers = 'Papers'
export const proband = (names: string) => `Proband ${names}`
export const noProband = 'No proband with a name'
export const number = (id: number) => `No. ${id}`
export const SAVED = { saved: 'Saved', saving: 'Saving', failed: 'Not saved' }
export const rename = 'Rename'
export const renameTitle = 'Rename the family'
export const familyName = 'Name of the family'
export const keepName = 'Keep'
export const renamed = 'Family renamed'
