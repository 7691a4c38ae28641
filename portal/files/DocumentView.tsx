import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { showBytes } from '#ui/bytes.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import classes from './document-view.module.css'
import { PdfPage } from './PdfPage.tsx'
import * as texts from './texts.ts'
import { useFileAddress } from './use-file-address.ts'

interface DocumentViewProps {
  /** `bytes`: null while its size is not known. */
  document: { label: string; filename: string; mediaType: string; bytes: number | null }
  query: UseQueryResult<Uint8Array>
}

/** One of several documents on a page, to be read there; on a phone it is opened in a tab of its own. */
export function DocumentView({ document, query }: DocumentViewProps) {
  const address = useFileAddress(query.data, document.mediaType)
  const wide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false })
  const isPdf = document.mediaType === 'application/pdf'
  const name = document.label || document.filename
  return (
    <div className={classes.document}>
      <div className={classes.head}>
        <span>
          {[name, document.bytes !== null && showBytes(document.bytes)].filter(Boolean).join(' · ')}
        </span>
        {address && (
          <span className={classes.actions}>
            {isPdf && (
              <Button
                component="a"
                variant="default"
                size="xs"
                href={address}
                target="_blank"
                rel="noopener"
                aria-label={texts.openNamed(name)}
              >
                {texts.openInNewTab}
              </Button>
            )}
            <Button
              component="a"
              variant="default"
              size="xs"
              href={address}
              download={document.filename}
              aria-label={texts.downloadNamed(name)}
            >
              {texts.download}
            </Button>
          </span>
        )}
      </div>
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      {isPdf && !query.isError ? (
        <div className={classes.page}>
          <PdfPage
            {...{ noun: 'document', title: name, address }}
            isVisible={wide && navigator.pdfViewerEnabled}
          />
        </div>
      ) : (
        query.isPending && (
          <p role="status" className={classes.loading}>
            {texts.theDocumentIsLoading}
          </p>
        )
      )}
    </div>
  )
}
