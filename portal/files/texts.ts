// DocumentView
export const openNamed = (name: string) => `Open in new tab: ${name}`
export const openInNewTab = 'Open in new tab'
export const downloadNamed = (name: string) => `Download: ${name}`
export const download = 'Download'
export const theDocumentIsLoading = 'The document is loading.'

// PdfPage
export const openToRead = (noun: string) => `Open the ${noun} in a new tab to read it.`
export const cannotShowPdf = (noun: string) =>
  `This browser does not show PDF files in the page. Open the ${noun} in a new tab, or download it.`
export const fileLoading = (noun: string) => `The ${noun} is loading.`

// PdfViewer
export const downloadOfSize = (size: string) => `Download${size}`
export const closeFile = (noun: string) => `Close ${noun}`
