// RemoveDocument
export const documentRemoved = 'Document removed.'
export const removeFileOf = (filename: string, patient: string) => `Remove ${filename} of ${patient}`
export const remove = 'Remove'
export const removeThisDocument = 'Remove this document?'
export const removeDocument = 'Remove document'
export const keep = 'Keep'
export const removeWarning = (filename: string, patient: string) =>
  `“${filename}” will be removed from the order for ${patient}.`

// AddDocuments
export const addDocuments = 'Add documents'
export const documentsAdded = (count: string) => `${count} added to the order.`

// DocumentsCard
export const documents = 'Documents'
export const downloadFile = (filename: string) => `Download ${filename}`
export const download = 'Download'
