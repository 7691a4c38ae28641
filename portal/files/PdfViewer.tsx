import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PdfPage } from './PdfPage.tsx'
import classes from './pdf-viewer.module.css'
import * as texts from './texts.ts'
import { useFileAddress } from './use-file-address.ts'

interface PdfViewerProps {
  title: string
  /** 'report', 'requisition': what is closed, and what is loading. */
  noun: string
  filename: string
  /** Where it is known before: '214 kB', for who reads on a phone. */
  size?: string
  query: UseQueryResult<Uint8Array>
  /** What must be known before it is read. */
  warning?: ReactNode
  /** What is read with it: beside it on a wide screen, above it on others. */
  beside?: ReactNode
}

/**
 * A PDF in the page, full width, to be read and printed. On a phone, and in a browser that shows no PDF (a frame with one
 * would be downloaded unasked), there are only the ways to open it.
 */
export function PdfViewer({ title, noun, filename, size, query, warning, beside }: PdfViewerProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const wide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false })
  const inPage = wide && navigator.pdfViewerEnabled
  const address = useFileAddress(query.data, 'application/pdf')

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [])

  return (
    <section className={classes.viewer} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={classes.actions}>
          {address && (
            <>
              <Button
                component="a"
                variant={inPage ? 'default' : 'filled'}
                href={address}
                target="_blank"
                rel="noopener"
              >
                {texts.openInNewTab}
              </Button>
              <Button component="a" variant="default" href={address} download={filename}>
                {texts.downloadOfSize(inPage || !size ? '' : ` (${size})`)}
              </Button>
            </>
          )}
          <ButtonLink to="." hash="" variant="subtle" color="gray" resetScroll={false}>
            {texts.closeFile(noun)}
          </ButtonLink>
        </div>
      </div>
      {warning}
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      <div className={beside && inPage ? classes.sides : undefined}>
        {beside && <div className={classes.beside}>{beside}</div>}
        {!query.isError && (
          <div className={classes.pdf}>
            <PdfPage isVisible={inPage} {...{ noun, title, address }} />
          </div>
        )}
      </div>
    </section>
  )
}
