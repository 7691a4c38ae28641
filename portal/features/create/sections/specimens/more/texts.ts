export const state = 'Specimen state'
export const fixationExample = '10% formalin, 24 hours'
export const numbered = (number: number, type: string) => `Specimen ${number}: ${type || 'type not chosen'}`
export const leukoreducedHint = 'Without white blood cells'
