import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { showBytes } from '#ui/bytes.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useFileAddress } from '../documents/use-file-address.ts'
import { resultDocumentOptions } from './queries.ts'
import classes from './result-desk.module.css'

type DocumentPart = Extract<WaitingResultView['parts'][number], { kind: 'document' }>

/** A document of the result, to be read beside the comparison; on a phone it is opened in a tab of its own. */
export function ResultDocument({ id, part }: { id: number; part: DocumentPart }) {
  const query = useQuery(resultDocumentOptions(id, part.part))
  const address = useFileAddress(query.data, part.mediaType)
  const wide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false })
  const inPage = wide && navigator.pdfViewerEnabled && part.mediaType === 'application/pdf'
  const name = part.label || part.filename
  return (
    <section className={classes.document} aria-label={name}>
      <div className={classes.documentHead}>
        <span>
          {name} · {showBytes(part.bytes)}
        </span>
        {address && (
          <Button
            component="a"
            variant="default"
            size="xs"
            href={address}
            target="_blank"
            rel="noopener"
            aria-label={`Open ${name} in a new tab`}
          >
            Open in new tab
          </Button>
        )}
      </div>
      {query.isError && <ErrorState problem={query.error} retry={() => query.refetch()} />}
      {query.isPending && <Skeleton height={160} aria-label="The document is loading" />}
      {address && inPage && <iframe className={classes.page} src={address} title={name} />}
    </section>
  )
}
