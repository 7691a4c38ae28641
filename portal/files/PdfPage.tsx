import { useState } from 'react'
import classes from './pdf-page.module.css'
import * as texts from './texts.ts'

interface PdfPageProps {
  /** 'report', 'document': what is loading. */
  noun: string
  title: string
  /** Null while it is loading. */
  address: string | null
  /** The browser shows PDF files, and the window has room for one. */
  isVisible: boolean
}

/** The place of a PDF in the page, as high before it is there as after, which says meanwhile that it is loading. */
export function PdfPage({ noun, title, address, isVisible }: PdfPageProps) {
  const [painted, setPainted] = useState<string | null>(null)
  if (!isVisible)
    return (
      <p className={classes.line} role="status">
        {address
          ? navigator.pdfViewerEnabled
            ? texts.openToRead(noun)
            : texts.cannotShowPdf(noun)
          : texts.fileLoading(noun)}
      </p>
    )
  return (
    <div className={classes.page}>
      {(address === null || painted !== address) && (
        <p className={classes.words} role="status">
          {texts.fileLoading(noun)}
        </p>
      )}
      {address && (
        <iframe className={classes.frame} src={address} title={title} onLoad={() => setPainted(address)} />
      )}
    </div>
  )
}
