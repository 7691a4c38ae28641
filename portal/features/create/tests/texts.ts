// AddOnChoice
export const goesWithIt = 'Add-on and related tests'
export const addOnsOffered = (count: number) => (count === 1 ? '1 add-on' : `${count} add-ons`)
export const noneGoesWithIt = 'No add-on or related tests.'
export const oftenOrderedTogether = 'Often ordered with this test'

// AddedByLink
export const thisTest = 'this test'
export const orderedTogether = (tests: string) => `${tests}: your institution often orders these together.`
export const addedWith = (test: string) => `Added with ${test}`
export const remove = 'Remove'
export const removeAll = (count: number) => `Remove all ${count}`
export const keep = 'Keep'

// ChosenTest
export const testCode = (testCode: string) => `Test ${testCode}`
export const turnaroundAndPrice = (days: string, price: string) => `turnaround time ${days} · ${price}`
export const removeNamed = (name: string) => `Remove ${name}`

// CustomPanels
export const panelUpdated = (panel: string) => `Panel ${panel} updated.`
export const panelRemoved = (panel: string) => `Panel ${panel} removed.`
export const savedPanels = 'Saved panels'
export const panelPlaceholder = 'Choose one of your institution’s panels'
export const saveAsPanel = 'Save as panel'
export const updateNamed = (chosen: string) => `Update ${chosen}`
export const removePanelTitle = (name: string) => `Remove panel ${name}?`
export const removePanel = 'Remove panel'
export const keepPanel = 'Keep panel'
export const removePanelHint =
  'Your institution will no longer be able to choose it. Orders that used it still have their genes.'
export const notInSavedPanel = (genes: string) => `Not in the saved panel: ${genes}.`
export const onlyInSavedPanel = (genes: string) => `In the saved panel but not in this order: ${genes}.`
export const panelSaved = (panel: string) => `Panel ${panel} saved.`
export const panelNameTaken = 'Your institution already has a panel with this name. Choose another name.'
export const nameRequired = 'Name is required'
export const close = 'Close'
export const panelName = 'Panel name'
export const panelNameHint = (genes: string) =>
  `${genes}. Everyone at your institution can order it by this name.`
export const savePanel = 'Save panel'

// TestSearch
export const test = 'Test'
export const addAnotherTest = 'Add another test'
export const testPlaceholder = 'Test name, code or gene: “exome”, “1600”, “SCN1A”'
export const favorites = 'Favorites'

// GeneChoice
export const notInTest = (genes: string) => `Not in this test: ${genes}`
export const gene = 'Gene'
export const oneOfGenes = (count: string) => `One of ${count} genes`
export const noMatchingGene = 'No matching gene in this test'
export const genesSelected = (selected: string, total: string) => `Genes: ${selected} of ${total} selected`
export const genePlaceholder = 'Gene symbol, or paste a list'
export const removeAllGenes = 'Remove all genes'
export const enterGeneList = 'Enter a gene list'
export const geneSymbols = 'Gene symbols'
export const separateGenes = 'Separate with commas, spaces or new lines'
export const addGenes = 'Add genes'

// RelatedTests
export const relatedTo = (test: string) => `Tests related to ${test}`
export const replaceWith = (testName: string) => `Replace with ${testName}`
export const replace = 'Replace'
export const addNamed = (testName: string) => `Add ${testName}`
export const add = 'Add'
