import { Text } from '@mantine/core'
import classes from './consent-answers.module.css'

interface ConsentAnswersProps {
  /** Each question as it was worded; null: not answered. */
  answers: readonly {
    id: string
    title: string
    text: string
    answer: boolean | null
    /** More about the answer: the version of the text, the withdrawal. */
    note?: string
  }[]
}

/**
 * Answers to consent questions, read-only: YES or NO with the text (specification §5, Consent yes/no
 * question).
 */
export function ConsentAnswers({ answers }: ConsentAnswersProps) {
  return (
    <dl className={classes.list}>
      {answers.map(({ id, title, text, answer, note = '' }) => (
        <div key={id} className={classes.line}>
          <dt>
            {title}
            {[text, note].filter(Boolean).map((line) => (
              <Text key={line} component="span" display="block" size="sm" c="dimmed">
                {line}
              </Text>
            ))}
          </dt>
          <dd>{answer === null ? 'Not answered' : answer ? 'YES' : 'NO'}</dd>
        </div>
      ))}
    </dl>
  )
}
