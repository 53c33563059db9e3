import type { Ports } from './ports/ports.ts'
import { answerQuestion } from './use-cases/answer-question.ts'
import { assess } from './use-cases/assess.ts'
import { findEarlierResult } from './use-cases/find-earlier-result.ts'
import { initApp } from './use-cases/init-app.ts'
import { loadOffers } from './use-cases/load-offers.ts'
import { loadQuestionnaire } from './use-cases/load-questionnaire.ts'
import { reportError } from './use-cases/report-error.ts'
import { showBeliefResult } from './use-cases/show-belief-result.ts'
import { watchUser } from './use-cases/watch-user.ts'

/** The use cases that any page may need, bound to their ports. */
export const createApp = (ports: Ports) => ({
  answerQuestion: answerQuestion(ports),
  assess: assess(ports),
  findEarlierResult: findEarlierResult(ports),
  initApp: initApp(ports),
  loadOffers: loadOffers(ports),
  loadQuestionnaire: loadQuestionnaire(ports),
  reportError: reportError(ports),
  showBeliefResult: showBeliefResult(ports),
  watchUser: watchUser(ports),
})

export type App = ReturnType<typeof createApp>
