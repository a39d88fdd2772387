# Turn the perturbed reports of this folder into unbiased estimates with standard errors.
#
#     Rscript debias.R [folder]
#
# Writes estimates.csv, and means.csv where means of numbers were asked for, and quantiles.csv and points.csv where their
# distributions were. Needs base R and nothing else. For each field and level, the share of reports that support answer
# i is C / n, and (C / n - q) / (p - q) is its unbiased estimate; the mean of the readings of a number is unbiased for
# the mean of what people hold. A distribution is the one under which the reports were most likely (expectation
# maximisation): never below 0, so a little biased, and without a closed form for its error. Levels are weighted by
# their number of reports.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."

table_of <- function(name) {
  read.csv(file.path(folder, name), stringsAsFactors = FALSE, encoding = "UTF-8", na.strings = character(0))
}

supports <- function(mechanism) {
  rows <- as.matrix(table_of(file.path("reports", paste0(mechanism$file, ".csv"))))
  if (mechanism$shape == "choice") tabulate(rows[, 1], nbins = mechanism$answers) else unname(colSums(rows))
}

# Share and variance of the answer that these codes stand for, from the reports of one level.
estimate <- function(codes, counts, mechanism) {
  n <- mechanism$reports; p <- mechanism$p; q <- mechanism$q
  share <- sum((counts[codes] / n - q) / (p - q))
  others <- length(codes) - 1
  with_true <- mechanism$true_and_other; without <- mechanism$two_others
  outside <- length(codes) * (q * (1 - q) + others * (without - q^2))
  inside <- p * (1 - p) + others * (q * (1 - q) + 2 * (with_true - p * q) + (others - 1) * (without - q^2))
  possible <- min(max(share, 0), 1)
  noise <- (outside + possible * (inside - outside)) / (p - q)^2
  c(share, (noise + possible * (1 - possible)) / n)
}

mechanisms <- table_of("mechanisms.csv")
mechanisms <- mechanisms[mechanisms$reports > 0, ]
numbers <- mechanisms[mechanisms$kind == "number", ]
mechanisms <- mechanisms[mechanisms$kind != "number", ]

# Mean and its variance from the readings of one level; noise is the least that one reading varies by.
mean_of <- function(mechanism) {
  readings <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_reading
  n <- length(readings)
  c(n, mean(readings), if (n == 1) mechanism$noise else max(var(readings), mechanism$noise) / n)
}

if (nrow(numbers) > 0) {
  questions <- table_of("questions.csv")
  each <- sapply(seq_len(nrow(numbers)), function(place) mean_of(numbers[place, ]))
  means <- t(sapply(unique(numbers$field), function(field) {
    of <- each[, numbers$field == field, drop = FALSE]
    weights <- of[1, ] / sum(of[1, ])
    c(sum(weights * of[2, ]), sqrt(sum(weights^2 * of[3, ])))
  }))
  write.csv(data.frame(
    question = questions$question[match(unique(numbers$field), questions$field)],
    mean = formatC(means[, 1], digits = 17, format = "g"), standard_error = formatC(means[, 2], digits = 17, format = "g")
  ), file.path(folder, "means.csv"), row.names = FALSE, quote = FALSE)
}

rounds <- 10000  # as many as the results page makes

# Shares of the points from the reports of one level; NULL where the rounds do not end.
most_likely <- function(mechanism) {
  reports <- table_of(file.path("reports", paste0(mechanism$file, ".csv")))$perturbed_report
  steps <- mechanism$steps; window <- mechanism$window
  counts <- tabulate(reports + 1, nbins = steps + window)
  seen <- counts > 0
  places <- seq_len(steps + window) - 1
  points <- seq_len(steps + 1)
  more <- mechanism$inside - mechanism$outside
  tolerance <- 0.001 * min(1, mechanism$epsilon)^2 * exp(mechanism$epsilon)
  chances <- function(shares) {
    sums <- c(0, cumsum(shares))
    within <- sums[pmin(places, steps) + 2] - sums[pmax(places - window + 1, 0) + 1]
    mechanism$outside * sums[length(sums)] + more * within
  }
  shares <- rep(1 / (steps + 1), steps + 1)
  expected <- chances(shares)
  likelihood <- sum(counts[seen] * log(expected[seen]))
  for (round in seq_len(rounds)) {
    sums <- c(0, cumsum(counts / expected))
    shares <- shares * (mechanism$outside * sums[length(sums)] + more * (sums[points + window] - sums[points]))
    shares <- shares / sum(shares)
    expected <- chances(shares)
    before <- likelihood
    likelihood <- sum(counts[seen] * log(expected[seen]))
    if (abs(likelihood - before) < tolerance) return(shares)
  }
  NULL
}

# The number below which this share lies; the share of a point is spread evenly over the step around it.
quantile_of <- function(shares, mechanism, share) {
  step <- (mechanism$high - mechanism$low) / mechanism$steps
  ends <- c(mechanism$low, mechanism$low + step * (seq_len(mechanism$steps) - 0.5), mechanism$high)
  below <- c(0, cumsum(shares))
  wanted <- share * below[length(below)]
  place <- findInterval(wanted, below)
  if (place == length(below)) return(mechanism$high)
  ends[place] + (ends[place + 1] - ends[place]) * (wanted - below[place]) / (below[place + 1] - below[place])
}

written <- function(numbers) formatC(numbers, digits = 17, format = "g")

waves <- if ("window" %in% names(numbers)) numbers[!is.na(numbers$window), ] else numbers[0, ]
if (nrow(waves) > 0) {
  questions <- table_of("questions.csv")
  quantiles <- data.frame(question = character(0), share_below = character(0), quantile = character(0))
  points <- data.frame(question = character(0), at = character(0), share = character(0))
  for (field in unique(waves$field)) {
    of <- waves[waves$field == field, ]
    question <- questions$question[match(field, questions$field)]
    each <- lapply(seq_len(nrow(of)), function(place) most_likely(of[place, ]))
    if (any(sapply(each, is.null))) {
      cat(question, ": the reports do not settle its distribution; its mean is in means.csv\n", sep = "")
      next
    }
    whole <- Reduce(`+`, Map(function(shares, reports) shares * reports / sum(of$reports), each, of$reports))
    below <- c(0.25, 0.5, 0.75)
    found <- sapply(below, function(share) quantile_of(whole, of[1, ], share))
    quantiles <- rbind(quantiles, data.frame(question = question, share_below = written(below), quantile = written(found)))
    at <- of$low[1] + (of$high[1] - of$low[1]) / of$steps[1] * (seq_along(whole) - 1)
    points <- rbind(points, data.frame(question = question, at = written(at), share = written(whole)))
  }
  write.csv(quantiles, file.path(folder, "quantiles.csv"), row.names = FALSE, quote = FALSE)
  write.csv(points, file.path(folder, "points.csv"), row.names = FALSE, quote = FALSE)
}

counts <- lapply(seq_len(nrow(mechanisms)), function(place) supports(mechanisms[place, ]))
codebook <- table_of("codebook.csv")

first <- data.frame(field = codebook$field, code = codebook$code, question = codebook$first, answer = codebook$first_answer)
second <- data.frame(field = codebook$field, code = codebook$code, question = codebook$second, answer = codebook$second_answer)
meant <- rbind(first, second[!is.na(second$question) & second$question != "", ])  # a column of blanks is read as NA
keys <- unique(meant[, c("field", "question", "answer")])
keys <- keys[keys$field %in% mechanisms$field, ]  # at every level of the others too few reports were left

if (nrow(keys) > 0) {
  found <- t(sapply(seq_len(nrow(keys)), function(place) {
    key <- keys[place, ]
    codes <- meant$code[meant$field == key$field & meant$question == key$question & meant$answer == key$answer]
    levels <- which(mechanisms$field == key$field)
    weights <- mechanisms$reports[levels] / sum(mechanisms$reports[levels])
    each <- sapply(levels, function(level) estimate(codes, counts[[level]], mechanisms[level, ]))
    c(sum(weights * each[1, ]), sqrt(sum(weights^2 * each[2, ])))
  }))

  estimates <- data.frame(
    question = keys$question, answer = keys$answer,
    share = formatC(found[, 1], digits = 17, format = "g"), standard_error = formatC(found[, 2], digits = 17, format = "g")
  )
  write.csv(estimates, file.path(folder, "estimates.csv"), row.names = FALSE, quote = FALSE)
}
