import { useEffect } from 'react'
import { courseOf, furthestIn } from '#core/model/course.ts'
import type { CoursePlace } from '#core/model/course.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useStores } from '../stores/app-loader.tsx'
import { journeyNames } from '../content/words/journey-words.ts'
import type { ProgressBarProps } from './progress-bar.tsx'

/**
 * The progress at a place in the journey, labelled with `text`. With `isOwn`, the place is this
 * visitor's and is recorded as reached. Needs `observer`.
 */
export const useProgress = (
  journey: JourneyName,
  place: CoursePlace,
  text: string,
  isOwn = true,
): ProgressBarProps => {
  const { global } = useStores()
  const course = courseOf(journey, place, isOwn ? furthestIn(global.signUpData, journey) : 0)
  const { position } = course
  useEffect(() => {
    if (isOwn) global.noteProgress(journey, position)
  }, [global, isOwn, journey, position])
  return { label: journeyNames[journey], course, text }
}

/** The progress at a place, before the visitor's state is known. */
export const servedProgress = (
  journey: JourneyName,
  place: CoursePlace,
  text: string,
): ProgressBarProps => ({
  label: journeyNames[journey],
  course: courseOf(journey, place),
  text,
})
