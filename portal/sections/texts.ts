// Sections
export const leaveWithoutSaving = 'Leave without saving?'
export const leave = 'Leave without saving'
export const stayOnThisPage = 'Stay on this page'

// SectionCard
export const saving = 'Saving…'
export const discardChanges = 'Discard changes'
export const changedMeanwhile = 'This was changed elsewhere in the meantime. Saving overwrites that change.'
export const restored = 'Your earlier entries were restored. They are not saved yet.'
export const notSavedYet = 'Not saved yet'
export const notSavedKept = (reason: string) => `Not saved: ${reason} Your entries are still here.`
export const notSaved = (reason: string) => `Not saved: ${reason}`
export const notSavedFields = (fields: string) => `Not saved: ${fields} attention.`
