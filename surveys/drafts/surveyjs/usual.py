"""Properties of SurveyJS that a draft cannot hold, each with the reason that the import reports."""

_BY_REASON = {
    "every title is shown here: take out its words where nobody should read them": """
        titleLocation questionTitleLocation showTitle showPageTitles
    """,
    "only numbers that stand in `min` and `max` are kept": """
        minValueExpression maxValueExpression
    """,
    "how it looks is the page's own": """
        colCount columnColCount startWithNewLine width minWidth maxWidth indent hideNumber size
        showQuestionNumbers questionStartIndex requiredText showProgressBar logo
        logoPosition logoWidth logoHeight logoFit widthMode theme themeVariables headerView renderAs rateType
        displayMode rateDisplayMode rateColorMode scaleColorMode cellWidth imageHeight imageWidth imageFit
        showLabel alternateRows columnMinWidth rowTitleWidth itemTitleWidth state
        showNumber questionTitleTemplate progressBarLocation progressBarType progressBarShowPageNumbers
        showNavigationButtons navigationButtonsVisibility showTOC innerIndent descriptionLocation errorLocation
        contentMode backgroundImage fitToContainer gridLayoutColumns itemSize autoGrow cols placeholder
        placeHolder otherPlaceholder optionsCaption allowClear showClearButton questionsOnPageMode
        firstPageIsStartPage firstPageIsStarted goNextPageAutomatic autoAdvanceEnabled checkType swapOrder
        rateDescriptionLocation displayRateDescriptionsAsExtremeItems showScale
        showLabels
    """,
    "what is typed cannot be perturbed, so it is not collected": """
        otherErrorText commentText hasComment showCommentArea commentPlaceholder storeOthersAsComment
    """,
    "nothing about a respondent is sent before Send, or to anybody else": """
        cookieName sendResultOnPageNext partialSendEnabled surveyPostId surveyId surveyShowDataSaving clientId
        navigateToUrl navigateToUrlOnCondition choicesByUrl
    """,
    "an answer that is there before the person gives one would be counted": """
        defaultValue defaultValueExpression defaultRowValue setValueIf setValueExpression resetValueIf
        correctAnswer
    """,
    "conditions show or hide whole questions; this one is not taken": """
        enableIf requiredIf choicesVisibleIf choicesEnableIf rowsVisibleIf columnsVisibleIf
    """,
    "this check of an answer does not exist here": """
        validators minSelectedChoices keepIncorrectValues requiredErrorText minErrorText maxErrorText maxLength
        step inputMask maskType maskSettings
    """,
    "a respondent ticks what applies": """
        showSelectAllItem hasSelectAll selectAllText
    """,
    "the words around the questions are the page's own, because they explain the protection": """
        completedHtml completedHtmlOnCondition completedBeforeHtml loadingHtml showCompletedPage completeText
        pageNextText pagePrevText startSurveyText showPreviewBeforeComplete previewText editText
    """,
    "nobody is timed: a time tells about the answer": """
        maxTimeToFinish maxTimeToFinishPage timeLimit timeLimitPerPage showTimerPanel showTimer
        showTimerPanelMode
    """,
    "values are not computed from answers": """
        calculatedValues variables
    """,
}
USUAL = {name: why for why, names in _BY_REASON.items() for name in names.split()}
